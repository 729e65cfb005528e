"""Commands that are more than a few lines, one a module, and the options that all of them share."""
