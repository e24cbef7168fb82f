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
  /** Address of a module that exports `openAgentKit`. */
  readonly kit: string;
  /** The bases of all tasks: an agent file may contain agents for several. */
  readonly pythonBases: readonly PythonBase[];
}

/** What agents in files need. */
export interface AgentKit {
  /** The module that they import as `itinera`. */
  readonly module: object;
  /** The classes that agents of any task extend. */
  readonly bases: readonly Task['agentBase'][];
}

/** Returns the kit of threads, and the class that agents of a task extend. */
export type OpenAgentKit = (
  task: TaskAddress,
) => Promise<{ readonly kit: AgentKit; readonly agentBase: Task['agentBase'] }>;
