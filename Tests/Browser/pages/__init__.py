"""Page objects: what a person does on a screen, for the stories."""
