import { resolve } from 'node:path';
import { shareArrays, UserError } from '@itinera/base';
import type { StayOptions, TrajectoryFile } from '@itinera/mobility';
import {
  measuredOnStays,
  type PaperProfile,
  type PlaceRule,
  type Report,
  realismOfKnown,
  withFiles,
} from '@itinera/mobility';
import { peopleOfTruth, truthFolder } from '@itinera/runner';
import { type FileReadOptions, readTrajectoriesAt } from '../trajectories/read-trajectories.js';
import { realismInThreads } from './realism-in-threads.js';

/** The files and folders to compare. */
export interface MeasureSources {
  /** May be the folder of a ground truth, or of a dataset with one. */
  readonly real: string;
  readonly generated: string;
  readonly train?: string;
  readonly holdout?: string;
}

export interface MeasureTerms {
  readonly reading?: FileReadOptions;
  /** Options of one side, which take precedence. */
  readonly sides?: Readonly<Record<string, FileReadOptions>>;
  /** Turns points of all sides into stays; `none` keeps them. By default, tracks of GPS become stays. */
  readonly stays?: StayOptions | 'none';
  readonly places?: PlaceRule;
  readonly profile?: PaperProfile;
  readonly seed: number;
  readonly threads: number;
}

/**
 * Reads the files and compares them. An activity has the same number in all of them.
 *
 * @returns the report, and the files with their dropped rows
 * @throws UserError if a file cannot be read, or if `--places own` is given and a file has no places
 */
export async function measureSources(
  { real, ...others }: MeasureSources,
  { reading, sides = {}, stays, places, profile, seed, threads }: MeasureTerms,
): Promise<{ report: Report; files: Record<string, TrajectoryFile> }> {
  const activities = new Map<string, number>();
  const truth = truthFolder(real);
  const known = truth === null ? undefined : peopleOfTruth(truth, activities);
  const placeNames = new Map<string, number>();
  // At once, so that there is never a second copy of all files, and in a function, whose variables do not keep one.
  const read = async (name: string, path: string): Promise<TrajectoryFile> => {
    const file = await readTrajectoriesAt(path, { ...reading, ...sides[name], activities, places: placeNames });
    if (places?.by === 'own') requirePlaces(name, file);
    return threads === 1 ? file : { ...file, trajectories: shareArrays(file.trajectories) };
  };
  let files: Record<string, TrajectoryFile> = {};
  for (const [name, path] of Object.entries(known ? others : { real, ...others })) files[name] = await read(name, path);
  files = { ...measuredOnStays(files, stays) };
  if (resolve(real) === resolve(others.generated)) {
    const note = `${others.generated}: both sides are the same file, so nothing can differ.`;
    files.generated = { ...files.generated!, notes: [...files.generated!.notes, note] };
  }
  const { generated, train, holdout } = files;
  const options = {
    ...(places && { places }),
    seed,
    ...(train && { train: train.trajectories }),
    ...(holdout && { holdout: holdout.trajectories }),
  };
  if (known) {
    const report = realismOfKnown(known, generated!.trajectories, options);
    const none = { notComputed: 'the truth has no positions' };
    return { report: withFiles({ ...report, profile: profile ? none : null }, files), files };
  }
  const report = await realismInThreads(files.real!.trajectories, generated!.trajectories, {
    ...options,
    threads,
    ...(profile && { profile }),
  });
  return { report: withFiles(report, files), files };
}

function requirePlaces(name: string, { trajectories, notes }: TrajectoryFile): void {
  if (trajectories.places) return;
  const problem = `--places own: the ${name} file has no places. Add a column "place" with whole numbers.`;
  throw new UserError([problem, ...notes].join('\n'));
}
