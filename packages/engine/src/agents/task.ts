import type { Clock } from '@itinera/run/browser';
import type { Country } from './environment.js';
import type { MobilityAgent } from './mobility-agent.js';
import type { Weather } from './weather.js';

/** The interface of a task for the engine. */
export interface Task {
  /** Name on the command line and in result files: `DailyMobility`. */
  readonly name: string;
  readonly clock: Clock;
  /** The weather by day; the last one applies to all later days. */
  readonly weather: readonly Weather[];
  /** Country of the people; default: the country of the map. */
  readonly country?: Country;
  /** The class that its agents extend. */
  readonly agentBase: abstract new (
    ...args: never[]
  ) => MobilityAgent;
  /** A Python file that defines the base of Python agents, under the name of `agentBase`; null: no base. */
  readonly pythonBase: string | null;
}

/** The class that Python agents extend for a task. */
export interface PythonBase {
  readonly task: string;
  readonly name: string;
  readonly file: string | null;
}

export function pythonBaseOf({ name, agentBase, pythonBase }: Task): PythonBase {
  return { task: name, name: agentBase.name, file: pythonBase };
}

/** The reference by which another thread finds a task: plain data. */
export interface TaskAddress {
  readonly name: string;
  /** The file that exports it; null for one that the kit lists. */
  readonly file: string | null;
  /** Address of the module that agent files import as `itinera`: an `AgentKit`. */
  readonly kit: string;
  /** The bases of all tasks: an agent file may contain agents for several. */
  readonly pythonBases: readonly PythonBase[];
}

/** The module that agent files import as `itinera`, with the list of tasks. */
export interface AgentKit {
  readonly benchmarks: readonly Task[];
  /** Returns the task with a name, or the one that a file exports. */
  openBenchmark(nameOrFile: string): Task | Promise<Task>;
}
