"""A slow line between browser and server: a delay each way, a rate shared by all connections, and disconnection."""

import asyncio
import socket
import threading

#: Slow 4G as Lighthouse defines it: the time of a round trip, and the rate of each direction.
ROUND_TRIP, RATE = 0.150, 1_600_000 / 8
#: Bytes that travel as one; close to what a packet of TCP holds.
PIECE = 1_460
#: Pieces that a connection holds at most before it stops reading.
HELD = 256


class Relay:
    """Relays connections to a port on loopback, in a thread of its own, while the `with` block runs."""

    def __init__(self, target, round_trip=ROUND_TRIP, rate=RATE):
        self._target, self._delay, self._rate = target, round_trip / 2, rate
        self._free_at = {"up": 0.0, "down": 0.0}
        self._loop = asyncio.new_event_loop()
        self._server = None
        self._connections = set()
        self.port = _free_port()

    def __enter__(self):
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.restore()
        return self

    def __exit__(self, *_):
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self):
        """Ends all connections and refuses new ones, as an ended server does."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result()

    def restore(self):
        """Accepts connections again."""
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    async def _listen(self):
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)

    async def _cut(self):
        if self._server:
            self._server.close()
            self._server = None
        for task in list(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _accept(self, reader, writer):
        task = asyncio.current_task()
        self._connections.add(task)
        try:
            # The browser believes that it is connected; its handshake would have taken a round trip.
            await asyncio.sleep(2 * self._delay)
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
            try:
                await asyncio.gather(
                    self._carry(reader, far_writer, "up"), self._carry(far_reader, writer, "down"))
            finally:
                far_writer.close()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            self._connections.discard(task)

    async def _carry(self, reader, writer, direction):
        pieces = asyncio.Queue(HELD)
        delivery = asyncio.create_task(self._deliver(pieces, writer))
        try:
            while piece := await reader.read(PIECE):
                start = max(self._loop.time(), self._free_at[direction])
                self._free_at[direction] = start + len(piece) / self._rate
                await pieces.put((self._free_at[direction] + self._delay, piece))
            await pieces.put((self._loop.time() + self._delay, b""))
            await delivery
        finally:
            delivery.cancel()

    async def _deliver(self, pieces, writer):
        while True:
            moment, piece = await pieces.get()
            await asyncio.sleep(max(0, moment - self._loop.time()))
            if not piece:
                if writer.can_write_eof():
                    writer.write_eof()
                return
            writer.write(piece)
            await writer.drain()


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]
