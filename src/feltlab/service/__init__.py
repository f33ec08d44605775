"""The live table as a service: one serial writer, a store of events and transfers, and what clients may see."""
