"""`python -m pdfa2hocr`: the command `pdfa2hocr`."""

from pdfa2hocr._program import main

if __name__ == "__main__":
    main()
