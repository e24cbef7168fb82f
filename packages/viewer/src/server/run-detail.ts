import { existsSync, statSync } from 'node:fs';
import { readWithin } from '@itinera/base/node';
import { field, isScored, type PersonResult, sameProblems, spreadsOf } from '@itinera/benchmarks';
import {
  decodeStatuses,
  PartFiles,
  parseProblems,
  type RunFolder,
  type RunManifest,
  readStatuses,
  underWaySays,
} from '@itinera/run';
import { keptDoubts, partsProgress } from '@itinera/runner';
import { commandPlace } from '../wire/commands.js';
import type { Findings, ShownFindings } from '../wire/findings.js';
import type { SameProblems } from '../wire/people.js';
import type { MetricRow, RunDetail, RunItem, RunParts } from '../wire/runs.js';
import { knownBenchmark, truthOf } from './known-benchmark.js';
import { describe, doneGroups, gravely, readScores, resultsIn, tableOf } from './run-list.js';
import { liveOf } from './run-live.js';

const MOST_PROBLEMS = 8;
/** Bytes; more lines would take long to read. */
const LARGEST_PROBLEMS = 32 * 2 ** 20;

/** Everything on a run's page except positions, people and calls. @param manifest null if it cannot be read */
export function runDetail(
  run: RunItem,
  folder: RunFolder,
  manifest: RunManifest | null,
  options: { readonly withTruth: boolean },
): RunDetail {
  const scores = attempt(() => readScores(folder));
  const benchmark = manifest && knownBenchmark(manifest);
  const truth = manifest === null ? null : truthOf(manifest);
  const [findings, damage] =
    truth !== null && options.withTruth && scores !== null && manifest !== null
      ? shownFindings(folder, manifest, scores, truth)
      : [null, null];
  const shown = truth === null ? 'absent' : options.withTruth ? 'shown' : 'withheld';
  const problems = problemsOf(folder, manifest);
  const doubts =
    scores === null ? manifest && attempt(() => keptDoubts(folder, manifest)) : field(field(scores, 'run'), 'doubts');
  return {
    run: { ...run, invalid: gravely(true, doubts) },
    parts: partsOfRun(folder, manifest, new Date()),
    live: liveOf(folder, manifest, Date.now()),
    firstDay: manifest?.clock.firstDay ?? null,
    isScored: benchmark === null || isScored(benchmark),
    stepSeconds: manifest?.clock.stepSeconds ?? 900,
    steps: manifest?.clock.steps ?? 0,
    documented: metricRows(scores, 'documented'),
    referenceProfile: metricRows(scores, 'reference'),
    methods: {
      noise: text(field(field(scores, 'noise'), 'method')),
      ceiling: text(field(field(scores, 'ceiling'), 'method')),
    },
    totals: totalsOf(scores),
    truth: shown,
    findings,
    damage,
    warnings: gravely(false, doubts),
    problems,
    manifest: manifest && { ...manifest },
    hasCalls: existsSync(folder.callsPath),
    command: commandPlace(run.name),
  };
}

/** The progress of the parts of a run, as their own files report it; null for a run without parts. */
export function partsOfRun(folder: RunFolder, manifest: RunManifest | null, now: Date): RunParts | null {
  if (manifest === null || manifest.state === 'finished') return null;
  const states = new PartFiles(folder).states();
  if (states.length === 0) return null;
  const latest = states.reduce((last, { at }) => (at > last ? at : last), '');
  const { parts, hosts, secondsLeft, calls, cost, slow, silent, stopped } = partsProgress(manifest, states, now);
  const started = new Set(states.filter(({ of }) => of === parts.all).map(({ number }) => number));
  const missing = Array.from({ length: parts.all }, (_, i) => i + 1).filter((number) => !started.has(number));
  return { ...{ latest, ...parts, hosts, secondsLeft, calls, cost }, ...{ slow, silent, stopped, missing } };
}

function shownFindings(
  folder: RunFolder,
  manifest: RunManifest,
  scores: unknown,
  truth: unknown,
): [ShownFindings | null, damage: string | null] {
  try {
    const found = findingsOf(folder, manifest, { scores, truth, people: null });
    if (found === null) return [null, null];
    const { people: _, ...shown } = found;
    return [shown, null];
  } catch (error) {
    return [null, describe(error, folder.path)];
  }
}

/** The largest groups of the problems that a run has kept, once it has ended; empty for a damaged or a very large file. */
function problemsOf(folder: RunFolder, manifest: RunManifest | null): SameProblems[] {
  const size = statSync(folder.problemsPath, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_PROBLEMS || manifest === null) return [];
  const isOver = manifest.state === 'stopped' || manifest.state === 'failed';
  // Group by group: when enough problems are counted, the others are not read.
  function* read() {
    if (size > 0) yield parseProblems(readWithin(folder.problemsPath).toString());
    else if (isOver)
      for (const { group } of doneGroups(folder, manifest!))
        yield decodeStatuses(...tableOf(folder, 'statuses', group)).facts.problems;
  }
  return attempt(() => sameProblems(read()))?.slice(0, MOST_PROBLEMS) ?? [];
}

interface Basis {
  readonly scores: unknown;
  readonly truth: unknown;
  readonly people: readonly PersonResult[] | null;
}

/** Findings of a finished run; null if its results are missing. @throws Error for damaged results or tables */
export function findingsOf(folder: RunFolder, manifest: RunManifest, basis: Basis): Findings | null {
  if (!existsSync(folder.resultsJsonPath)) return null;
  const { results, out } = resultsIn(folder);
  const ids = idsOfRun(folder, manifest).filter((id) => !out.has(id));
  return knownBenchmark(manifest)?.findings?.({ ...basis, results, ids }) ?? null;
}

/** The people in written groups of a run, in order. */
function idsOfRun(folder: RunFolder, manifest: RunManifest): number[] {
  const done = doneGroups(folder, manifest);
  const ids: number[] = [];
  if (done.length === 0) return ids;
  let last = Number.NaN;
  for (const { id } of readStatuses(folder, manifest)) {
    if (id !== last) ids.push(id);
    last = id;
  }
  return ids;
}

function metricRows(scores: unknown, profile: 'documented' | 'reference'): MetricRow[] {
  const values = field(scores, profile);
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .filter(([, value]) => typeof value === 'number' || value === null)
    .map(([key]) => ({ key, ...spreadsOf(scores, key, profile) }));
}

function totalsOf(scores: unknown): RunDetail['totals'] {
  const run = field(scores, 'run');
  if (typeof run !== 'object' || run === null) return null;
  const number = (key: string) => Number(field(run, key)) || 0;
  return {
    people: number('people'),
    trips: number('trips'),
    failedTrips: number('failed_trips'),
    minutes: number('minutes'),
    kilometres: number('kilometres'),
    problems: number('problems'),
    fallbacks: number('fallbacks'),
    underWay: underWaySays({ trips: number('trips_under_way'), seconds: 60 * number('minutes_under_way') }),
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
