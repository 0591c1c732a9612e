"""Tables to play at in a browser: who sits where, what each seat is sent, what it may send."""
