"""A board to play: what is said of a session in the words of a language, on a screen of its own or line by line."""
