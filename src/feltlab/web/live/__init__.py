"""The live tables: commands, views, WebSockets, chips, and past rounds."""
