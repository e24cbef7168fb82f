import { basename } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { type Benchmark, SIMULATION } from '@itinera/benchmarks';
import { readCallTotals } from '@itinera/engine';
import { openRun, type RunFolder, type RunManifest, readManifest } from '@itinera/run';
import {
  benchmarkOf,
  creditedModels,
  describeEdits,
  type EvaluationPlace,
  readScoresText,
  type Scores,
  samplingOf,
  setupOf,
  verifyRun,
} from '@itinera/runner';
import { pairPeople, type Sweep, type SweepReport, type SweepRun, sumUpSweep } from '../sweeps/run-sweep.js';
import type { SweepCell } from '../sweeps/sweep-plan.js';

/** Runs of one task, as a table of a paper shows them. */
export interface RunsOfPaper {
  readonly benchmark: Benchmark;
  /** Runs that differ only in the seed are one row; people are compared in pairs. */
  readonly sweep: Sweep;
  readonly people: number;
  /** Reasons why a row is invalid, by row. */
  readonly faults: ReadonlyMap<number, string>;
}

/**
 * Gathers scored runs by setup: those that differ only in the seed belong together.
 * @param names runs by name or folder, or packed
 * @throws UserError when a run has no scores or counts twice, or the runs differ in task, version, number of people or data
 */
export async function sweepOfRuns(names: readonly string[], place: EvaluationPlace): Promise<RunsOfPaper> {
  const opened: { folder: RunFolder; manifest: RunManifest; scores: Scores }[] = [];
  for (const name of names) {
    const folder = await openRun(place.home, name);
    const manifest = readManifest(folder);
    if (manifest.task.startsWith(SIMULATION))
      throw new UserError(
        `${folder.name} is a simulation, which has no score. Compare it with another: asbench runs compare OTHER ${folder.typed}; in a paper, cite Itinera by its CITATION.cff.`,
      );
    const text = readScoresText(folder);
    if (text === null)
      throw new UserError(
        `${folder.name} has no scores. Score it: asbench evaluate ${manifest.task} ${folder.typed}; or omit it.`,
      );
    opened.push({ folder, manifest, scores: parseJson(text, `${folder.name}/scores.json`) as Scores });
  }
  const [first] = opened;
  if (first === undefined) throw new UserError('No runs were named. Pass their names or folders.');
  for (const [what, of] of COMMON)
    for (const { folder, manifest } of opened)
      if (of(manifest) !== of(first.manifest))
        throw new UserError(
          `${first.folder.name} and ${folder.name} have different ${what} (${of(first.manifest)}, ${of(manifest)}), so their scores do not belong in one table.`,
        );
  requireIndependent(opened);
  const setups = [...new Set(opened.map(({ manifest }) => setupOf(manifest)))];
  const cells = setups.map((setup) => cellOf(opened.find(({ manifest }) => setupOf(manifest) === setup)!));
  const runs: SweepRun[] = [];
  const faults = new Map<number, string>();
  for (const { folder, manifest, scores } of opened) {
    const cell = setups.indexOf(setupOf(manifest));
    const edits = describeEdits((await verifyRun(folder, place)).edited);
    const grave = (scores.run?.doubts ?? []).filter((doubt) => doubt.grave).map(({ message }) => message);
    for (const fault of [...(edits === null ? [] : [`${folder.name}: ${edits}`]), ...grave])
      if (!faults.has(cell)) faults.set(cell, fault);
    runs.push({ cell, seed: manifest.seed, report: reportOf(folder, manifest, scores), error: null });
  }
  const plan = {
    task: first.manifest.task,
    cells,
    seeds: [...new Set(runs.map(({ seed }) => seed))].sort((a, b) => a - b),
    terms: {},
  };
  return {
    benchmark: await benchmarkOf(first.manifest, first.folder, place),
    sweep: await pairPeople(sumUpSweep(plan, runs, null), place),
    people: first.manifest.people,
    faults,
  };
}

/** What the runs of one table have in common. */
const COMMON: readonly (readonly [what: string, of: (manifest: RunManifest) => string | number])[] = [
  ['tasks', ({ task }) => task],
  ['versions', ({ taskVersion }) => taskVersion],
  ['numbers of people', ({ people }) => people],
  ['datasets', ({ dataset }) => dataset.hash.slice(0, 12)],
];

/** @throws UserError for two runs of one setup with the same seed, which would count as two samples */
function requireIndependent(runs: readonly { readonly folder: RunFolder; readonly manifest: RunManifest }[]): void {
  const known = new Map<string, string>();
  for (const { folder, manifest } of runs) {
    const sample = JSON.stringify([setupOf(manifest), manifest.seed]);
    const other = known.get(sample);
    if (other !== undefined)
      throw new UserError(
        other === folder.name
          ? `${folder.name} is named twice. Name each run once.`
          : `${other} and ${folder.name} have the same setup and seed ${manifest.seed}, so they are not two samples. Omit one.`,
      );
    known.set(sample, folder.name);
  }
}

/** A model that is configured and not called has no part in the score. */
function cellOf({ folder, manifest }: { readonly folder: RunFolder; readonly manifest: RunManifest }): SweepCell {
  const { agent, map } = manifest;
  const models = creditedModels(folder, manifest);
  const params = Object.entries(agent.params).filter(([, value]) => typeof value !== 'object' || value === null);
  const [sampling = {}] = samplingOf(manifest);
  return {
    agent: 'builtIn' in agent.source ? agent.source.builtIn : basename(agent.source.file),
    // A name, which the slash of `provider/model` would make a path.
    model: models.length === 0 ? null : models.map((model) => basename(model)).join('+'),
    map: map.name ?? basename(map.path),
    params: Object.fromEntries(params) as SweepCell['params'],
    sampling: sampling as NonNullable<SweepCell['sampling']>,
  };
}

function reportOf(folder: RunFolder, manifest: RunManifest, scores: Scores): SweepReport {
  const { expId, task, seed, dataset, seconds, state } = manifest;
  return {
    ...{ run: folder.name, folder: folder.path, expId, task, seed, scores, seconds },
    synthetic: dataset.synthetic,
    stopped: state === 'finished' ? null : state,
    results: null,
    sums: scores.run,
    doubts: scores.run?.doubts ?? [],
    problems: scores.run?.problems ?? 0,
    calls: readCallTotals(folder.callsPath),
  };
}
