import { join } from 'node:path';
import { type ScoredResults, taskAddress } from '@itinera/benchmarks';
import { shareCity, simulate } from '@itinera/engine';
import { groupSizeOf, newSettings, type PlanSettings, RunFolder, type RunPlan, TABLE_FORMAT } from '@itinera/run';
import { gatherRun } from './evaluate-run.js';
import { agentHash, sha256 } from './hashes.js';
import { peopleOf, type RunInputs } from './plan-run.js';
import { type RunContext, settingsOf } from './start-run.js';

/** Maximum number of people; more would not make the floor noticeably more precise. */
const MAX_PEOPLE = 1000;
const agent = { builtIn: 'random' } as const;

/** The settings that determine the floor: all of a run except its agent. */
export type FloorSetup = PlanSettings & Pick<RunPlan, 'people' | 'congestion' | 'movement'>;

/**
 * Runs the random agent in the setup of a run, for the score that an agent has to beat. Simulated once per setup and
 * cached in the home folder. Null if it was stopped.
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
  const key = sha256(
    JSON.stringify([
      data,
      floor.seed,
      people,
      floor.groupSize,
      floor.congestion,
      ...(floor.movement ? [floor.movement] : []),
      ...newSettings(floor),
    ]),
  );
  const folder = new RunFolder(join(context.home, 'cache', 'floors', key.slice(0, 16))).prepare();
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
  return stopped === null ? gatherRun(folder, floor, benchmark, city.view) : null;
}
