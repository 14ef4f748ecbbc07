"""Delays the packets that a rule `-j NFQUEUE --queue-num 0` of this network namespace selects.

Usage: delay-packets.py MILLISECONDS. Prints a line when it is ready. It works where the kernel lacks `tc netem`.
"""

import collections
import select
import socket
import struct
import sys
import time

NETLINK_NETFILTER = 12
QUEUE, VERDICT, CONFIG = 3 << 8, 3 << 8 | 1, 3 << 8 | 2
REQUEST, ACKNOWLEDGE = 1, 4
ERROR = 2
COMMAND, PARAMETERS, MAX_LENGTH, MASK, FLAGS = 1, 2, 3, 4, 5
BIND, COPY_META, KEEP_LARGE_PACKETS = 1, 1, 4
PACKET_HEADER, VERDICT_HEADER = 1, 2
ACCEPT = 1
QUEUE_LENGTH = 50_000


def attribute(kind, value):
    return struct.pack("=HH", 4 + len(value), kind) + value + bytes(-len(value) % 4)


def message(kind, flags, *attributes):
    body = struct.pack("=BBH", 0, 0, 0) + b"".join(attributes)
    return struct.pack("=IHHII", 16 + len(body), kind, flags, 0, 0) + body


def configure(netlink, *attributes):
    netlink.send(message(CONFIG, REQUEST | ACKNOWLEDGE, *attributes))
    answer = netlink.recv(65536)
    (error,) = struct.unpack_from("=i", answer, 16)
    if error != 0:
        raise OSError(-error, "the queue of packets cannot be opened")


def packet_ids(data):
    """Yields the ids of the packets in a read of the socket."""
    at = 0
    while at + 16 <= len(data):
        length, kind = struct.unpack_from("=IH", data, at)
        attribute_at = at + 20
        while kind == QUEUE and attribute_at + 4 <= at + length:
            size, name = struct.unpack_from("=HH", data, attribute_at)
            if name & 0x7FFF == PACKET_HEADER:
                yield struct.unpack_from("!I", data, attribute_at + 4)[0]
            attribute_at += size + 3 & ~3
        at += length + 3 & ~3


def main():
    delay = int(sys.argv[1]) / 1000
    netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_NETFILTER)
    netlink.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 20)
    netlink.bind((0, 0))
    configure(netlink, attribute(COMMAND, struct.pack("!BBH", BIND, 0, 0)))
    configure(netlink, attribute(PARAMETERS, struct.pack("!IB", 0, COPY_META)))
    configure(netlink, attribute(MAX_LENGTH, struct.pack("!I", QUEUE_LENGTH)))
    large = struct.pack("!I", KEEP_LARGE_PACKETS)
    configure(netlink, attribute(FLAGS, large), attribute(MASK, large))
    print("ready", flush=True)
    waiting = collections.deque()
    while True:
        timeout = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        if select.select([netlink], [], [], timeout)[0]:
            try:
                data = netlink.recv(1 << 20)
            except OSError:  # The socket's buffer was full: these packets are lost.
                continue
            due = time.monotonic() + delay
            waiting.extend((due, packet) for packet in packet_ids(data))
        while waiting and waiting[0][0] <= time.monotonic():
            header = struct.pack("!II", ACCEPT, waiting.popleft()[1])
            netlink.send(message(VERDICT, REQUEST, attribute(VERDICT_HEADER, header)))


main()
