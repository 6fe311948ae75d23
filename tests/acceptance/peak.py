"""The peak memory of running processes: anonymous memory, so without mapped files."""

import os


def of_tree(pid, peaks):
    """Updates the peaks of a process and its children, in kB by their ids."""
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("RssAnon:"):
                    peaks[pid] = max(peaks.get(pid, 0), int(line.split()[1]))
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as children:
                for child in children.read().split():
                    of_tree(child, peaks)
    except (FileNotFoundError, ProcessLookupError):
        pass
