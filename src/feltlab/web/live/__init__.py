"""The live tables: commands, views, sockets, chips, and what has been."""
