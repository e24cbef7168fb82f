import { basename } from 'node:path';
import { publicSampling } from '@itinera/engine';
import type { RunManifest } from '@itinera/run';
import { uuidOf } from './hashes.js';

/** The id of a run, which follows from its settings. */
export function expIdOf(
  run: Pick<
    RunManifest,
    | 'task'
    | 'taskVersion'
    | 'mode'
    | 'seed'
    | 'people'
    | 'models'
    | 'config'
    | 'stepTimeoutSeconds'
    | 'congestion'
    | 'movement'
    | 'order'
    | 'scenario'
  > & {
    readonly agent: Pick<RunManifest['agent'], 'hash' | 'params'>;
    readonly dataset: Pick<RunManifest['dataset'], 'hash'>;
    readonly map: Pick<RunManifest['map'], 'hash' | 'timetable'>;
  },
): string {
  const { task, taskVersion, mode, seed, people, agent, dataset, map, models, config } = run;
  const { stepTimeoutSeconds, congestion, movement, order, scenario } = run;
  const identity = [task, taskVersion, mode, seed, people, agent.hash, agent.params];
  const changes = scenario === undefined ? [] : [withoutPaths(scenario.changes), scenario.map.hash];
  const moves = movement === undefined ? [] : [movement];
  const steps = order === 'step' ? [order] : [];
  const sampling = publicSampling((config as { llm?: unknown } | null)?.llm);
  const timetable = map.timetable === undefined ? [] : [map.timetable];
  const world = [
    dataset.hash,
    map.hash,
    models,
    stepTimeoutSeconds,
    congestion,
    ...moves,
    ...changes,
    ...steps,
    ...timetable,
    ...sampling,
  ];
  return uuidOf(JSON.stringify([identity, world]));
}

/** The changes of a scenario without the folders of feeds, so that the id is the same on any machine. */
function withoutPaths(changes: Readonly<Record<string, unknown>>): unknown {
  const { add } = changes;
  if (!Array.isArray(add)) return changes;
  return { ...changes, add: add.map((one) => (typeof one.gtfs === 'string' ? { gtfs: basename(one.gtfs) } : one)) };
}
