import { counted } from '@itinera/base';
import type { Trajectories } from '../trajectories.js';
import type { ClockOffset, Reading } from './side-reading.js';

/** Trajectories of a file, and what was dropped. */
export interface TrajectoryFile {
  readonly trajectories: Trajectories;
  /** Dropped rows by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** The first dropped row by reason: its line in a text, otherwise its number; from 1. */
  readonly firstDropped: Readonly<Record<string, number>>;
  /** How it was read, one sentence each. */
  readonly notes: readonly string[];
  /** The notes that say what may be wrong with the data. */
  readonly doubts?: readonly string[];
  /** The report of what was read, if it was made before rows became stays. */
  readonly reading?: Reading;
  /** The clock of the times: a zone, an offset, `several offsets` or `floating`. */
  readonly clock?: string;
  /** The offsets of the clock, if it has a zone. */
  readonly offsets?: readonly ClockOffset[];
  /** Whether all positions are cells of HuMob, whose location on Earth is unknown. */
  readonly areCells?: boolean;
  /** Whether the people are marked as synthetic, by their run, in the file or beside it; absent if they are not. */
  readonly synthetic?: boolean;
}

/** Describes the dropped rows, one line per reason. */
export function droppedRows(name: string, { dropped, firstDropped }: TrajectoryFile): string[] {
  return Object.entries(dropped).map(([why, count]) => {
    const first = firstDropped[why];
    return `${name}: ${counted(count, 'row')} dropped: ${reasonOf(why)}${first === undefined ? '' : `; the first is row ${first}`}`;
  });
}

/** A key of `dropped` in words. */
export const reasonOf = (why: string): string => Object.values(DROPS).find(([key]) => key === why)?.[1] ?? why;

/** Why a row is dropped: the key in `dropped`, and the message. */
export const DROPS = {
  columns: ['too few columns', 'too few columns'],
  more: [
    'more columns than the first line (unquoted or decimal commas?)',
    'more columns than the first line (unquoted or decimal commas?)',
  ],
  person: ['no person', 'the person is missing'],
  time: ['time is none', 'invalid time'],
  gaps: ['track with gaps', 'the track has gaps (MISSING_DATA)'],
  track: ['no track', 'the track is empty, or not a list of [longitude, latitude]'],
  offset: ['no offset', 'the offset from UTC is missing'],
  coordinates: [
    'coordinates are missing, or beyond 180 and 90 degrees',
    'coordinates are missing, or beyond 180 and 90 degrees',
  ],
  masked: ['masked cell', 'masked cell'],
  unended: ['no end', 'the stay is without an end'],
  ends: ['stay ends before it begins', 'the stay ends before it begins'],
  twice: ['said twice', 'repeated row'],
} as const;

export type Drop = keyof typeof DROPS;
