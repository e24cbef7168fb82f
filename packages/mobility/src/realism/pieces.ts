import type { Measure } from '../measure.js';
import { measures } from '../measures.js';
import type { Generator } from '../models/generator.js';
import { generators } from '../models/generators.js';
import { canCompare, compareMeasure } from './compare-measure.js';
import { type ExcessByMeasure, floorOf } from './floors.js';
import { rowOf } from './measure-row.js';
import { privacyOf, unicityOf } from './privacy-report.js';
import { type PaperProfile, profileScores } from './profiles/profiles.js';
import type { MeasureRow, Report } from './report.js';
import type { MeasureDifference } from './scores.js';
import type { Sets } from './sets.js';
import { utilityOf } from './utility-report.js';

const BASELINES = new Set(['d-epr', 'ditras', 'markov', 'markov-by-hour', 'nobody-moves']);
/** Models whose best result is the floor, and the model in which people do not move. */
export const defaultBaselines = generators.filter(({ name }) => BASELINES.has(name));

/** A piece of a report that needs no other piece, as plain data that can be sent to a thread. */
export type RealismPiece =
  | { readonly kind: 'floors'; readonly baseline: string }
  | { readonly kind: 'measure'; readonly name: string }
  | { readonly kind: 'utility' | 'unicity' | 'privacy' }
  | { readonly kind: 'profile'; readonly profile: PaperProfile };

/** The result of a piece, as plain data. */
export type RealismFinding =
  | { readonly kind: 'floors'; readonly baseline: string; readonly excess: ExcessByMeasure }
  /** `most`: the bin in which the two differ most. */
  | { readonly kind: 'measure'; readonly row: MeasureRow; readonly most: MeasureDifference | null }
  | { readonly kind: 'utility'; readonly found: Report['utility'] }
  | { readonly kind: 'unicity'; readonly found: Report['unicity'] }
  | { readonly kind: 'privacy'; readonly found: Report['privacy'] }
  | { readonly kind: 'profile'; readonly found: Report['profile'] };

/** Data shared by all pieces of a report. */
export interface PieceTerms {
  readonly seed?: number;
  /** Models whose best result is the floor. */
  readonly baselines?: readonly Generator[];
}

/** The measures for which both sets have the data. */
export function usableMeasures({ real, generated }: Sets): readonly Measure[] {
  return measures.filter((measure) => canCompare(measure, real, generated));
}

/** The pieces of a report on these sets, the longest first. */
export function realismPieces(
  sets: Sets,
  profile?: PaperProfile,
  { baselines = defaultBaselines }: PieceTerms = {},
): RealismPiece[] {
  return [
    ...baselines.map(({ name }): RealismPiece => ({ kind: 'floors', baseline: name })),
    ...usableMeasures(sets).map(({ meta }): RealismPiece => ({ kind: 'measure', name: meta.name })),
    ...(['utility', 'unicity', 'privacy'] as const).map((kind): RealismPiece => ({ kind })),
    ...(profile ? [{ kind: 'profile', profile } as const] : []),
  ];
}

/** Computes a piece. Pure: the result is the same in any thread. */
export function makeRealismPiece(
  piece: RealismPiece,
  sets: Sets,
  { seed = 1, baselines = defaultBaselines }: PieceTerms = {},
): RealismFinding {
  switch (piece.kind) {
    case 'floors': {
      const baseline = baselines.find(({ name }) => name === piece.baseline) as Generator;
      return { kind: 'floors', baseline: piece.baseline, excess: floorOf(sets, baseline, seed) };
    }
    case 'measure': {
      const measure = measures.find(({ meta }) => meta.name === piece.name) as Measure;
      const comparison = compareMeasure(measure, sets.real, sets.generated);
      const [most = null] = comparison.worst(1);
      return { kind: 'measure', row: rowOf(measure, comparison, sets, seed), most };
    }
    case 'utility':
      return { kind: 'utility', found: utilityOf(sets, seed) };
    case 'unicity':
      return { kind: 'unicity', found: unicityOf(sets.real, sets.generated, seed) };
    case 'privacy':
      return { kind: 'privacy', found: privacyOf(sets) };
    case 'profile':
      return { kind: 'profile', found: profileScores(piece.profile, sets.real, sets.generated) };
  }
}
