"""`python -m showground` is the command `showground`."""

from showground.cli import main

if __name__ == "__main__":
    main()
