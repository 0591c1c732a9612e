"""What people see and hold: pages, tables to play at, pictures, printed cards and rulebooks."""
