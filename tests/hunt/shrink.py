"""Delta debugging: drops parts of a failing case, in chunks that become smaller, while it still fails."""


def shrink(parts, fails):
    """A sublist of the parts that fails and from which no single part can be dropped."""
    chunk = max(1, len(parts) // 2)
    while True:
        start, changed = 0, False
        while start < len(parts):
            fewer = parts[:start] + parts[start + chunk:]
            if fewer and fails(fewer):
                parts, changed = fewer, True
            else:
                start += chunk
        if chunk == 1 and not changed:
            return parts
        chunk = max(1, chunk // 2)
