import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { scratchFolder } from '@itinera/base/node';
import { type ScoredResults, taskAddress } from '@itinera/benchmarks';
import { shareCity, simulate } from '@itinera/engine';
import { groupSizeOf, newSettings, type PlanSettings, RunFolder, type RunPlan, TABLE_FORMAT } from '@itinera/run';
import { gatherRun } from './evaluate-run.js';
import { agentHash, sha256 } from './hashes.js';
import { keptFile } from './kept-file.js';
import { peopleOf, type RunInputs } from './plan-run.js';
import { type RunContext, settingsOf } from './start-run.js';

/** Maximum number of people; more would not make the floor noticeably more precise. */
const MAX_PEOPLE = 1000;
/** Bytes: results of 1000 people have some hundred kilobytes. */
const LARGEST_RESULTS = 2 ** 26;
/** Versions of Node that write another format do not read each other's. */
const SERIAL_FORMAT = serialize(null).subarray(0, 2).toString('hex');
const agent = { builtIn: 'random' } as const;

/** The settings that determine the floor: all of a run except its agent. */
export type FloorSetup = PlanSettings & Pick<RunPlan, 'people' | 'congestion' | 'movement'>;

/**
 * Runs the random agent in the setup of a run, for the score that an agent has to beat. Simulated once per setup and
 * kept in the home folder. Null if it was stopped.
 */
export async function runFloor(
  setup: FloorSetup,
  { benchmark, dataset, city, ...context }: RunInputs & Pick<RunContext, 'home' | 'threads' | 'onProgress' | 'signal'>,
): Promise<ScoredResults | null> {
  const people = Math.min(setup.people, MAX_PEOPLE);
  const floor = {
    ...setup,
    people,
    groupSize: groupSizeOf(people, benchmark.clock.steps, setup.congestion !== 'off'),
    order: 'free' as const,
    routes: false,
    agent: { source: agent, hash: agentHash(agent), params: {} },
  };
  const data = [TABLE_FORMAT, benchmark.name, benchmark.version, floor.agent.hash, dataset.hash, city.hash];
  const terms = [
    data,
    floor.seed,
    people,
    floor.groupSize,
    floor.congestion,
    ...(floor.movement ? [floor.movement] : []),
    ...newSettings(floor),
  ];
  const key = [...terms, SERIAL_FORMAT];
  // The code of a task in a file may change, and what it gathers may be anything.
  const kept = benchmark.file === undefined ? keptFile(context.home, 'floor-results', key, LARGEST_RESULTS) : null;
  const known = kept?.read();
  if (known) return deserialize(known) as ScoredResults;
  // Tables are kept only where results are not: the same code may not gather them again.
  const path =
    kept === null
      ? join(context.home, 'cache', 'floors', sha256(JSON.stringify(terms)).slice(0, 16))
      : scratchFolder('asbench-floor');
  try {
    const folder = new RunFolder(path).prepare();
    const { threads, onProgress, signal } = context;
    const stopped = await simulate(folder, {
      settings: settingsOf(floor, benchmark),
      task: taskAddress(benchmark),
      agent,
      profiles: peopleOf(dataset, people),
      groupSize: floor.groupSize,
      city: shareCity(city, floor),
      model: null,
      threads,
      ...(onProgress && { onProgress }),
      ...(signal && { signal }),
    });
    if (stopped !== null) return null;
    const results = gatherRun(folder, floor, benchmark, city.view);
    kept?.write(serialize(results));
    return results;
  } finally {
    if (kept !== null) rmSync(path, { recursive: true, force: true });
  }
}
