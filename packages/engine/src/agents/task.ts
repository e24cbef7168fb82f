import type { Clock } from '@itinera/run';
import type { Country } from './environment.js';
import type { MobilityAgent } from './mobility-agent.js';
import type { Weather } from './weather.js';

/** What the engine needs to know of a task that people live through. */
export interface Task {
  /** As on the command line and in result files: `DailyMobility`. */
  readonly name: string;
  readonly clock: Clock;
  /** By day; the last one stays. */
  readonly weather: readonly Weather[];
  /** Whose people they are; left out: of the country that the map lies in. */
  readonly country?: Country;
  /** The class that its agents extend. */
  readonly agentBase: abstract new (
    ...args: never[]
  ) => MobilityAgent;
  /** A file in Python that defines the base of agents in that language, under the name of `agentBase`; null: none of its own. */
  readonly pythonBase: string | null;
}

/** The class that agents in Python extend for a task. */
export interface PythonBase {
  readonly task: string;
  readonly name: string;
  readonly file: string | null;
}

export function pythonBaseOf({ name, agentBase, pythonBase }: Task): PythonBase {
  return { task: name, name: agentBase.name, file: pythonBase };
}

/** How another thread finds a task: plain data. */
export interface TaskAddress {
  readonly name: string;
  /** The file that exports it; null for one that the kit lists. */
  readonly file: string | null;
  /** Address of the module that agents' files get as `@itinera/bench`: an `AgentKit`. */
  readonly kit: string;
  /** Of all tasks: an agent's file may hold agents for several. */
  readonly pythonBases: readonly PythonBase[];
}

/** The module that agents' files get as `@itinera/bench`, and that knows the tasks. */
export interface AgentKit {
  readonly benchmarks: readonly Task[];
  /** The task of a name, or of a file that exports one. */
  openBenchmark(nameOrFile: string): Task | Promise<Task>;
}
