#!/usr/bin/env python3
"""Checks that every link of a folder of HTML pages to a file of the folder leads to one, and to an anchor of it.

    tools/book_links.py dist/book
"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    pages = {}
    for path in folder.rglob("*.html"):
        pages[path] = Page()
        pages[path].feed(path.read_text())
    count, broken = 0, []
    # The print page repeats all others, and the page of errors has no place.
    for path, page in pages.items():
        if path.name in ("print.html", "404.html", "toc.html"):
            continue
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            name = urllib.parse.unquote(parts.path)
            target = (path.parent / name).resolve() if name else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.exists() or (anchor and target in pages and anchor not in pages[target].anchors):
                broken.append(f"{path.relative_to(folder)}: {link}")
    print(f"{len(pages)} pages, {count} links, {len(broken)} broken")
    print("\n".join(broken), end="\n" if broken else "")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
