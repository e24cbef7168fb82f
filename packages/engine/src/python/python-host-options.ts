import type { PythonBase } from '../agents/task.js';
import { LOAD_SECONDS } from '../agents/time-limits.js';

const MEMORY_MEGABYTES = 4096;

export interface PythonHostOptions {
  /** The interpreter: a command or a path. */
  readonly python: string;
  /** The agent's file. */
  readonly file: string;
  readonly task: string;
  /** The bases of all tasks. */
  readonly bases: readonly PythonBase[];
  /** A file that `writeCityFile` wrote. */
  readonly city: string;
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** The class to use if the file contains several. */
  readonly className?: string;
  readonly agentParams?: Readonly<Record<string, unknown>>;
  /**
   * `free` (default): each person advances at its own pace. `step`: all people finish a step before anyone starts the
   * next, and within it they act in the order of their creation, so that shared state changes in the same order every
   * time.
   */
  readonly order?: 'free' | 'step';
  /** Time limit for loading the file; default 60. */
  readonly loadSeconds?: number;
  /** Memory limit of the process; default 4096. */
  readonly memoryMegabytes?: number;
  /** Receives the output of agents by person; null: outside any step. */
  readonly onLog?: (person: number | null, text: string) => void;
  /** Receives warnings about requests of agents, such as unknown POI categories. */
  readonly onWarning?: (message: string) => void;
}

/** Returns the time limit for loading the agent's file. */
export function loadSeconds(options: PythonHostOptions): number {
  return options.loadSeconds ?? LOAD_SECONDS;
}

/** Returns the first message to a process. */
export function hello(options: PythonHostOptions): { readonly op: 'hello'; readonly [key: string]: unknown } {
  const { file, task, bases, city, categories, className, agentParams, memoryMegabytes } = options;
  return {
    op: 'hello',
    file,
    task,
    bases,
    city,
    categories,
    class_name: className,
    agent_params: agentParams,
    ordered: options.order === 'step',
    load_limit: loadSeconds(options),
    memory_limit: (memoryMegabytes ?? MEMORY_MEGABYTES) * 2 ** 20,
  };
}
