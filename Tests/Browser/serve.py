"""Runs an instance until Ctrl-C, so that many runs of the tests share it."""

import contextlib
import signal

from running import parser, running


def main():
    with running(parser(__doc__).parse_args()) as service:
        print(f"--instance {service.directory}   {service.address}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()


if __name__ == "__main__":
    main()
