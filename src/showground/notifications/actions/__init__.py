"""What a person does with their notifications."""
