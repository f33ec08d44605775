"""Who a user is: sessions, passwords, second factors, and what needs a second person."""
