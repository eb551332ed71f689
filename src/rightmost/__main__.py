"""`python -m rightmost`: the command line."""

from rightmost.cli.main import main

main()
