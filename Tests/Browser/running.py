"""The options and the instance of the parts that do not run under pytest."""

import argparse
import contextlib
import signal
import sys

from service import Service


def parser(description):
    """Returns a parser with the options of every part."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--programs", required=True)
    made.add_argument("--web", required=True)
    made.add_argument("--instance")
    made.add_argument("--address")
    return made


@contextlib.contextmanager
def running(options):
    """Starts an instance, or uses the running one that the options name."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if options.instance:
        yield Service.attach(options.programs, options.instance, options.address)
        return
    service = Service(options.programs, options.web, options.address)
    service.start()
    try:
        yield service
    finally:
        service.stop()
