#!/usr/bin/env python3
"""Makes the colour profile sRGB, srgb.icc, by Little CMS: make_profile.py. Needs pillow."""

import struct
from pathlib import Path

from PIL import ImageCms


def main() -> None:
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    # PDF 1.7 knows profiles up to version 4.2. The time is fixed, so that the file is always the same.
    profile[8:12] = bytes([4, 0x20, 0, 0])
    profile[24:36] = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    profile[84:100] = bytes(16)
    Path(__file__).with_name("srgb.icc").write_bytes(profile)


if __name__ == "__main__":
    main()
