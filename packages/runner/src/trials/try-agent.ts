import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder, writeDurably } from '@itinera/base/node';
import { openBenchmark, writeDemo } from '@itinera/benchmarks';
import { runAndScore } from './run-and-score.js';

interface Places {
  readonly home: unknown;
  readonly work: unknown;
}

/** People that demo data lack and other data have, and how their profiles differ. */
const UNUSUAL: readonly (readonly [who: string, change: (own: Places, first: Places) => object])[] = [
  ['without work', () => ({ work: null })],
  ['working at home', ({ home }) => ({ work: home })],
  ['with a workplace', () => ({})],
  ['with two jobs', (_own, { work }) => ({ second_work: work })],
];

/** The outcome of a trial of an agent. */
export interface AgentTrial {
  /** The people of the trial, in order of their ids from 1. */
  readonly people: readonly string[];
  /** Steps in which the agent failed. */
  readonly problems: number;
  readonly problemLines: readonly string[];
}

/**
 * Runs an agent for unusual people in a synthetic village, with scripted answers of language models.
 * @param task a built-in benchmark or the file of a custom one
 * @throws UserError if the agent cannot be loaded
 */
export async function tryAgent(
  agent: string,
  {
    task,
    python,
    warn,
  }: { readonly task: string; readonly python?: string; readonly warn?: (message: string) => void },
): Promise<AgentTrial> {
  const benchmark = await openBenchmark(task);
  const scratch = scratchFolder('asbench-check');
  try {
    const datasets = join(scratch, benchmark.name);
    const population = { ...benchmark.demo.population, people: UNUSUAL.length };
    const demo = { ...benchmark.demo, population, city: { residents: 500 } };
    writeDemo(datasets, { name: benchmark.name, demo });
    const path = join(datasets, 'profiles.json');
    const profiles = JSON.parse(readFileSync(path, 'utf8')) as Places[];
    const changed = profiles.map((profile, i) => ({ ...profile, ...UNUSUAL[i]![1](profile, profiles[0]!) }));
    writeDurably(path, [JSON.stringify(changed)]);
    const { problems, problemLines } = await runAndScore({
      ...{ task: benchmark, agent, datasets, home: join(scratch, 'home'), mode: 'inference', threads: 1 },
      ...(python !== undefined && { python }),
      ...(warn && { warn }),
      llm: { provider: 'scripted' },
    });
    return { people: UNUSUAL.map(([who]) => who), problems, problemLines };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
