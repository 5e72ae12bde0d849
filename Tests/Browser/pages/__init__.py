"""Page objects for the stories: the steps of a person on a screen."""
