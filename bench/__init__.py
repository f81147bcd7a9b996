"""What the project says about its speed, as commands: `python -m bench`, or one topic of it: `python -m bench taps`."""
