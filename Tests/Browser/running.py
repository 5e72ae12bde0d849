"""The options and the instance of the parts that are no tests of pytest."""

import argparse
import contextlib
import signal
import sys

from service import Service


def parser(description):
    """Returns a parser with the options that every part takes."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--programs", required=True)
    made.add_argument("--web", required=True)
    made.add_argument("--instance")
    made.add_argument("--address")
    return made


@contextlib.contextmanager
def running(options):
    """Starts an instance, or takes the running one of the options."""
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
