import type { Clock } from '@itinera/run';
import type { MobilityAgent } from './mobility-agent.js';
import type { Weather } from './weather.js';

/** What the engine needs to know of a task that people live through. */
export interface Task {
  /** As on the command line and in result files: `DailyMobility`. */
  readonly name: string;
  readonly clock: Clock;
  /** By day; the last one stays. */
  readonly weather: readonly Weather[];
  /** The class that its agents extend. */
  readonly agentBase: abstract new (
    ...args: never[]
  ) => MobilityAgent;
}

/** The module that agents' files get as `@itinera/bench`, and that knows the tasks. */
export interface AgentKit {
  readonly benchmarks: readonly Task[];
}
