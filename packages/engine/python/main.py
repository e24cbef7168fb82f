"""Started by `asbench`: `python main.py` hosts agents, `python main.py check FILE BASES` reports what an agent file uses."""

import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))
sys.path[0] = _here

if len(sys.argv) > 3 and sys.argv[1] == "check":
    from itinera_host.check import main

    main(*sys.argv[2:4])
else:
    from itinera_host.host import main

    main()
