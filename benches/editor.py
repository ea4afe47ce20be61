#!/usr/bin/env python3
"""Measures the language server on a large program: the time and the processor time from a key to each reply.

    python3 benches/editor.py [HAMADRYAD] [--lines 20000] [--keys 20]

The program has rules, constraints, comments and facts of some hundred predicates. Each key changes a rule in the
middle; then the requests of an editor follow. Processor time is that of all threads of the server, which includes the
check in its background; "reply" is the time by the clock until the reply.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time


def program(lines):
    text = []
    for i in range(lines // 10):
        k = i % 300
        text += [
            f"% Group {i}.",
            f"node{k}({i},{i % 7}). node{k}({i + 1},{i % 5}).",
            f"edge{k}(X,Y) :- node{k}(X,A), node{k}(Y,B), A < B, X != Y.",
            f"{{ take{k}(X) : node{k}(X,_) }} 3 :- limit{k}(N), N > {i}.",
            f"limit{k}({i % 50}).",
            f":- take{k}(X), take{k}(Y), edge{k}(X,Y), not allowed{k}(X,Y).",
            f"allowed{k}(X,Y) :- edge{k}(X,Y), #sum {{ A,X : node{k}(X,A) }} > {i % 9}.",
            f"cost{k}(X,A*2+1) :- take{k}(X), node{k}(X,A).",
            f"reach{k}(X) :- node{k}(X,0), limit{k}(_).",
            "",
        ]
    return "\n".join(text[:lines]) + "\n"


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen([command, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        # Diagnostics that came before a reply.
        self.notices = []
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return self.process.stdout.read(length)

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = json.loads(self.receive())
            if message.get("id") == self.number:
                return message["result"]
            self.notices.append(message)

    def diagnostics(self, version):
        while True:
            message = self.notices.pop(0) if self.notices else json.loads(self.receive())
            if message.get("method", "").endswith("publishDiagnostics") and message["params"].get("version") == version:
                return message["params"]["diagnostics"]

    def cpu(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", nargs="?", default="target/release/hamadryad")
    parser.add_argument("--lines", type=int, default=20000)
    parser.add_argument("--keys", type=int, default=20)
    arguments = parser.parse_args()
    text = program(arguments.lines)
    client = Client(arguments.command)
    uri = "untitled:large"
    document = {"uri": uri, "languageId": "clingo", "version": 0, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": document})
    print(f"{text.count(chr(10))} lines, {len(text)} bytes; {len(client.diagnostics(0))} diagnostics")
    line = arguments.lines // 20 * 10 + 2
    kinds = ["completion", "hover", "documentSymbol", "foldingRange", "semanticTokens/range", "semanticTokens/full/delta"]
    # The first reply with all colours, before any key.
    before, start = client.cpu(), time.perf_counter()
    colours = client.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})["resultId"]
    first = f"reply {(time.perf_counter() - start) * 1000:7.1f} ms, processor {(client.cpu() - before) * 1000:6.1f} ms"
    print(f"{'all colours, once':26} {first}")
    replies, used, checks = {kind: [] for kind in kinds}, {kind: [] for kind in kinds}, []
    for key in range(arguments.keys):
        kind = kinds[key % len(kinds)]
        before, start = client.cpu(), time.perf_counter()
        position = {"line": line, "character": 0}
        change = {"range": {"start": position, "end": position}, "text": "a"}
        version = {"uri": uri, "version": key + 1}
        client.notify("textDocument/didChange", {"textDocument": version, "contentChanges": [change]})
        range_ = {"start": position, "end": {"line": line + 60, "character": 0}}
        params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 1}, "range": range_}
        if kind.endswith("delta"):
            params = {"textDocument": {"uri": uri}, "previousResultId": colours}
        result = client.request(f"textDocument/{kind}", params)
        if kind.endswith("delta"):
            colours = result["resultId"]
        replies[kind].append(time.perf_counter() - start)
        used[kind].append(client.cpu() - before)
        client.diagnostics(key + 1)
        checks.append(client.cpu() - before)
    for kind in kinds:
        if replies[kind]:
            reply, cpu = statistics.median(replies[kind]) * 1000, statistics.median(used[kind]) * 1000
            print(f"{kind:26} reply {reply:7.1f} ms, processor {cpu:6.1f} ms")
    print(f"{'key to diagnostics':26} processor {statistics.median(checks) * 1000:6.1f} ms")
    client.notify("exit", None)


if __name__ == "__main__":
    sys.exit(main())
