import type { PythonBase } from '../agents/task.js';

/** An agent's file may do some work when it is loaded, such as reading tables. */
const LOAD_SECONDS = 60;
const MEMORY_MEGABYTES = 4096;

export interface PythonHostOptions {
  /** The interpreter: a command or a path. */
  readonly python: string;
  /** The agent's file. */
  readonly file: string;
  readonly task: string;
  /** Of all tasks, its own among them. */
  readonly bases: readonly PythonBase[];
  /** A file that `writeCityFile` wrote. */
  readonly city: string;
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** The class to take when the file holds several. */
  readonly className?: string;
  readonly agentParams?: Readonly<Record<string, unknown>>;
  /**
   * `free` (default): each person at its own pace. `step`: nobody begins a step before everybody has ended the one before,
   * and within it people act in the order of their making, so that what they share changes in the same order every time.
   */
  readonly order?: 'free' | 'step';
  /** How long the file may take to load; default 60. */
  readonly loadSeconds?: number;
  /** What all people of the process may hold together; default 4096. */
  readonly memoryMegabytes?: number;
  /** What agents print, by person; null: outside of any person's step. */
  readonly onLog?: (person: number | null, text: string) => void;
}

/** How long the agent's file may take to load. */
export function loadSeconds(options: PythonHostOptions): number {
  return options.loadSeconds ?? LOAD_SECONDS;
}

/** What a process is told first. */
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
