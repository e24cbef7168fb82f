import type { PairedDifference, Rules } from '@itinera/metrics';
import type { GeobleuParts } from '../score.js';
import type { GroupScore, StepGrouping } from '../score-details.js';
import type { MeanScore } from '../score-people.js';

/** Scores of a user, or of a day. */
interface HumobScores {
  /** 0 to 1, higher is better. */
  readonly geobleu: number;
  /** Kilometres, lower is better. */
  readonly dtw: number;
}

export interface HumobUser extends HumobScores {
  readonly uid: number;
  readonly days: number;
  readonly steps: number;
}

/** A submission compared with the reference. */
export interface HumobSide {
  /** Name of the file. */
  readonly name: string;
  readonly geobleu: MeanScore;
  readonly dtw: MeanScore;
  readonly parts: GeobleuParts;
  /** Users with the lowest GEO-BLEU and with the highest, at most a hundred each. */
  readonly worst: readonly HumobUser[];
  readonly best: readonly HumobUser[];
  /** Share of users by GEO-BLEU, in equal bins from 0 to 1. */
  readonly spread: readonly number[];
  readonly byDay: readonly (HumobScores & { readonly day: number; readonly users: number })[];
  /** Mean distance between the generated and the real place by half hour, kilometres; null without steps. */
  readonly bySlot: readonly (number | null)[];
}

/** A scoring: where one or two submissions are wrong. */
export interface HumobDetail {
  /** Which submission is better, and where the first is worst, in sentences. */
  readonly says: readonly string[];
  /** Doubts about the files, such as exchanged axes. */
  readonly warnings: readonly string[];
  readonly name: string;
  readonly rules: Rules;
  readonly synthetic: boolean;
  readonly users: number;
  readonly days: number;
  readonly steps: number;
  readonly first: HumobSide;
  readonly second: HumobSide | null;
  /** Groups of steps of the first submission, if they were asked for. */
  readonly by: { readonly group: StepGrouping; readonly groups: readonly GroupScore[] } | null;
  /** The first submission minus the second, user by user. */
  readonly difference: Readonly<Record<'geobleu' | 'dtw', PairedDifference>> | null;
}

/** A pair of steps that DTW aligned: indices in the day's steps, and kilometres. */
export type Aligned = readonly [generated: number, reference: number, kilometres: number];

/** An n-gram of the generated day and its match in the reference. */
export interface MatchedNgram {
  readonly length: number;
  readonly generated: number;
  readonly reference: number;
  /** 0 to 1. */
  readonly proximity: number;
}

/** One day of a user, generated and reference, step by step. */
export interface HumobDay extends HumobScores {
  readonly day: number;
  /** Half hours, 0 to 47. */
  readonly t: readonly number[];
  /** Cells of 500 m. */
  readonly generated: readonly (readonly [x: number, y: number])[];
  readonly reference: readonly (readonly [x: number, y: number])[];
  readonly alignment: readonly Aligned[];
  readonly ngrams: readonly MatchedNgram[];
}

export interface HumobUserDetail {
  readonly user: HumobUser;
  readonly days: readonly HumobDay[];
  /** The same days by the second submission. */
  readonly second: readonly HumobDay[] | null;
}
