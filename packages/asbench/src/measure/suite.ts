import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RealismRow, UserError } from '@itinera/base';
import {
  type LawRow,
  lawsOverWeeks,
  type MeasuredFiles,
  measuredOnStays,
  mobilityLaws,
  notesOfFiles,
  type PeopleMonths,
  type PlaceRule,
  peopleMonths,
  places as placesBy,
  realismSets,
  type Trajectories,
} from '@itinera/mobility';
import { RunFolder } from '@itinera/run';
import { monthsOfRun } from '@itinera/studies';
import { readTrajectoriesAt } from '../trajectories/read-trajectories.js';
import { syntheticMarks } from '../trajectories/synthetic-mark.js';
import type { MeasureSources, MeasureTerms } from './measure-sources.js';

/** The laws of mobility of both sides. */
export interface Suite {
  /** Each against the spread between two samples of the real people. */
  readonly laws: readonly LawRow[];
  /** By side, the rows of the realism card about weeks; none of less than two weeks. */
  readonly weeks: Readonly<Record<string, readonly RealismRow[]>>;
  /** What a reader of the laws over weeks must know. */
  readonly weekNotes: readonly string[];
}

interface SuiteTerms extends Pick<MeasureTerms, 'places' | 'seed'> {
  /** The folder of datasets and runs. */
  readonly home: string;
}

/** @throws UserError if the real side has no positions */
export async function suiteOf(
  paths: Pick<MeasureSources, 'real' | 'generated'>,
  { real, generated }: MeasuredFiles,
  { places, seed, home }: SuiteTerms,
): Promise<Suite> {
  if (!real || !generated)
    throw new UserError('--suite: the truth has no positions. Pass trajectories as the real data.');
  const sets = realismSets(real.trajectories, generated.trajectories, places ? { places } : {});
  const weeks: Record<string, readonly RealismRow[]> = {};
  const weekNotes: string[] = [];
  const areRuns: boolean[] = [];
  for (const side of ['real', 'generated'] as const) {
    // Places of a rule are those of both sides.
    const { months, notes, isRun } = await monthsAt(places ? null : runAt(paths[side]), home, () => sets[side]);
    weeks[side] = lawsOverWeeks(months, seed);
    weekNotes.push(...notes.map((note) => `${side}: ${note}`));
    areRuns.push(isRun);
  }
  if (areRuns[0] !== areRuns[1])
    weekNotes.push(
      `laws over weeks: places are AOIs on one side (${areRuns[0] ? 'real' : 'generated'}) and ${sets.rule} on the other, and stays of the first are to the second. For the same places: --places grid:500`,
    );
  return { laws: mobilityLaws(sets.real, sets.generated, { seed }), weeks, weekNotes };
}

/**
 * The laws over weeks of one set of people, with notes on what was read.
 * @throws UserError if the file cannot be read
 */
export async function weeksOf(
  path: string,
  { places, seed, home, reading, stays }: SuiteTerms & Pick<MeasureTerms, 'reading' | 'stays'>,
): Promise<{ readonly weeks: readonly RealismRow[]; readonly notes: readonly string[] }> {
  const run = runAt(path);
  const read = async () => measuredOnStays({ people: await readTrajectoriesAt(path, reading) }, stays);
  let files = run === null ? await read() : null;
  const { months, notes } = await monthsAt(run, home, async () => {
    files ??= await read();
    return withPlaces(files.people!.trajectories, places);
  });
  const ofReading = files === null ? syntheticMarks(path) : notesOfFiles(files);
  return { weeks: lawsOverWeeks(months, seed), notes: [...ofReading, ...notes] };
}

/** The weeks of a run by its trips; of rows if there is none, or its map or people are not on this machine. */
async function monthsAt(
  run: RunFolder | null,
  home: string,
  rows: () => Trajectories | Promise<Trajectories>,
): Promise<{ readonly months: PeopleMonths; readonly notes: readonly string[]; readonly isRun: boolean }> {
  const why: string[] = [];
  if (run !== null)
    try {
      return { months: await monthsOfRun(run, { home }), notes: [], isRun: true };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      why.push(`laws over weeks: computed from the rows alone, without trips and profiles, because ${error.message}`);
    }
  const months = peopleMonths(await rows());
  return { months, notes: [...why, ...months.notes], isRun: false };
}

/** Options that say nothing about one set of people alone. */
const OF_TWO_SETS = {
  train: '--train',
  heldOut: '--held-out',
  paper: '--paper',
  map: '--map',
  output: '--output',
} as const;

/** @throws UserError if an option needs a second set of people */
export function requireNoOther(options: Partial<Record<keyof typeof OF_TWO_SETS, unknown>>): void {
  for (const [name, option] of Object.entries(OF_TWO_SETS))
    if (options[name as keyof typeof OF_TWO_SETS] !== undefined)
      throw new UserError(`${option}: expected two sets of people, real and generated, got one.`);
}

/** The run of this path, whose trips have stays to the second; null if it is none. */
function runAt(path: string): RunFolder | null {
  return existsSync(join(path, 'run.json')) ? RunFolder.find(dirname(path), path) : null;
}

/** By default the places of the file, else squares. */
function withPlaces(set: Trajectories, rule: PlaceRule | undefined): Trajectories {
  if (rule === undefined || rule.by === 'own') return set.places ? set : placesBy(set, { by: 'grid' });
  return placesBy(set, rule);
}
