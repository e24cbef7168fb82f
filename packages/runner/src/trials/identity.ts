import { type AgentSource, newSettings, type PlanSettings, type RunManifest } from '@itinera/run/browser';

/** The settings that identify a run. */
export type IdentifiedRun = PlanSettings &
  Pick<RunManifest, 'task' | 'taskVersion' | 'people' | 'congestion' | 'movement' | 'order' | 'scenario'> & {
    readonly agent: Pick<RunManifest['agent'], 'hash' | 'params'>;
    readonly dataset: Pick<RunManifest['dataset'], 'hash'>;
    readonly map: Pick<RunManifest['map'], 'hash' | 'timetable'>;
  };

/** The text whose hash is the id of a run. @param sampling settings of its language models, if they have any */
export function identityOf(run: IdentifiedRun, sampling: readonly object[] = []): string {
  const { task, taskVersion, mode, seed, people, agent, dataset, map, models } = run;
  const { stepTimeoutSeconds, congestion, movement, order, scenario } = run;
  const identity = [task, taskVersion, mode, seed, people, agent.hash, agent.params];
  const changes = scenario === undefined ? [] : [withoutPaths(scenario.changes), scenario.map.hash];
  const moves = movement === undefined ? [] : [movement];
  const steps = order === 'step' ? [order] : [];
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
    ...newSettings(run),
  ];
  return JSON.stringify([identity, world]);
}

/** The changes of a scenario without the folders of feeds, so that the id is the same on any machine. */
function withoutPaths(changes: object): object {
  if (!('add' in changes) || !Array.isArray(changes.add)) return changes;
  return {
    ...changes,
    add: changes.add.map((one) => (typeof one.gtfs === 'string' ? { gtfs: lastOf(one.gtfs) } : one)),
  };
}

/** Returns a UUID (version 8, custom) from a SHA-256, so that the same run has the same id. */
export function uuidOf(sha256: string): string {
  const hex = sha256.slice(0, 32).split('');
  hex[12] = '8';
  hex[16] = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/** Returns the file name of an agent, or the name of a built-in one. */
export function agentFileOf(source: AgentSource): string {
  return 'builtIn' in source ? source.builtIn : lastOf(source.file);
}

/** The last part of a path of any system. */
export function lastOf(path: string): string {
  return path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '');
}
