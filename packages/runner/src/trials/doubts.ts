import { statSync } from 'node:fs';
import { counted, grouped, printable } from '@itinera/base';
import { type Benchmark, type Doubt, stepDoubts, strangeIntentions } from '@itinera/benchmarks';
import type { MovementSettings } from '@itinera/city';
import { readCallTotals } from '@itinera/engine';
import { type RunFolder, type RunManifest, type RunTotals, readEvents, readProblems, readTotals } from '@itinera/run';
import { PEOPLE_WHO_FILL_ROADS } from './choose-congestion.js';
import { creditedModels } from './credited-models.js';
import { jamReport } from './jam-report.js';
import { limitsReached } from './limits-reached.js';

/** Returns warnings about a finished run that a user must see before its score; empty if there are none. */
export function doubtsOf(
  folder: RunFolder,
  manifest: RunManifest,
  { clock, intentions }: Pick<Benchmark, 'clock' | 'intentions'>,
  { people, trips, lostSteps, actions, problemCount }: RunTotals,
): Doubt[] {
  const doubts = stepDoubts({
    ...{ people, lostSteps, trips, steps: people * clock.steps },
    events: () => readEvents(folder, manifest),
    problems: () => readProblems(folder, manifest),
  });
  const isVoid = (message: string) => doubts.push({ message, grave: true });
  const calls = manifest.models.length === 0 ? null : readCallTotals(folder.callsPath);
  if (calls !== null && calls.calls > 0 && calls.answered + calls.replayed + calls.cached === 0)
    isVoid(
      `${printable(manifest.models.join(', '))} answered none of ${grouped(calls.calls)} calls, so the result does not depend on it.`,
    );
  const withheld = calls === null ? 0 : calls.refused + calls.filtered;
  if (calls !== null && withheld > 0) {
    const share = `${grouped(withheld)} of ${grouped(calls.answered)} requests`;
    const message = `${manifest.models.join(', ')} refused ${share}, or a filter removed the answers`;
    const isAll = withheld === calls.answered && calls.replayed + calls.cached === 0;
    if (isAll) isVoid(`${message}, so the result does not depend on it.`);
    else doubts.push({ message: `${message}.`, grave: false });
  }
  if (manifest.models.length > 0 && creditedModels(folder, manifest).length === 0 && doubts.length === 0)
    doubts.push({
      message: `the agent never called a model, so this is not the score of ${printable(manifest.models.join(', '))}, the model of the configuration.`,
      grave: false,
    });
  doubts.push(...doubtsOfManifest(manifest, trips));
  for (const message of limitsReached(folder, manifest, problemCount)) doubts.push({ message, grave: false });
  const strange = intentions === undefined ? null : strangeIntentions(actions, intentions);
  if (strange !== null) doubts.push({ message: strange, grave: false });
  return doubts;
}

/** The doubts that `run.json` alone is enough for. @param trips of the run, if known */
function doubtsOfManifest(manifest: RunManifest, trips?: number): Doubt[] {
  const jam = jamReport(manifest, trips) ?? undefined;
  const warned = (manifest.scenario?.warned ?? []).map((warning) => printable(warning, 1000));
  return [manifest.map.outdated, manifest.observed?.warning, freeFlow(manifest), jam, ...warned].flatMap((message) =>
    message === undefined ? [] : { message, grave: false },
  );
}

/** A sentence on a sample of so many people that they fill roads, if its cars did not queue. */
function freeFlow({ congestion, movement, modes, people }: RunManifest): string | undefined {
  const { sampleFactor = 1 } = (movement ?? {}) as MovementSettings;
  const represented = Math.round(people / sampleFactor);
  const isDriven = modes === undefined || (modes.trips['by car'] ?? 0) > 0;
  if (congestion !== 'off' || !isDriven || sampleFactor >= 1 || represented < PEOPLE_WHO_FILL_ROADS) return undefined;
  return `${counted(people, 'person represents', 'people represent')} ${grouped(represented)}, who can fill a road, but cars did not queue: travel times, traffic and emissions are those of free flow. Queues: --congestion queue.`;
}

/**
 * What a finished run without scores has kept of its doubts; of a run of an older version those that run.json alone is enough for, and
 * all if any step failed.
 */
export function keptDoubts(folder: RunFolder, manifest: RunManifest): readonly Doubt[] {
  if (manifest.doubts !== undefined || manifest.state !== 'finished') return manifest.doubts ?? [];
  const size = statSync(folder.problemsPath, { throwIfNoEntry: false })?.size ?? 0;
  return size === 0
    ? doubtsOfManifest(manifest)
    : doubtsOf(folder, manifest, { clock: manifest.clock }, readTotals(folder, manifest));
}
