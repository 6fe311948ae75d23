"""`python -m pdfa2hocr.spark`: see `pdfa2hocr.spark.job`."""

import sys

from pdfa2hocr.spark.job import main

if __name__ == "__main__":
    sys.exit(main())
