"""From the files of a game to something that can be played: the front end, its cache, options."""
