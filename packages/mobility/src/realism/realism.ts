import { measures } from '../measures.js';
import { trackingQuality } from '../person/tracking-quality.js';
import { placeNumbers } from '../place/place-numbers.js';
import type { PlaceRule } from '../place/place-rule.js';
import { commonPlaces, type PlaceOptions } from '../place/places.js';
import { localClock, type Trajectories } from '../trajectories.js';
import type { excessJsd } from './compare-measure.js';
import { withFloors } from './measure-row.js';
import { notesOn } from './notes.js';
import { placeMismatch } from './own-places.js';
import { makeRealismPiece, type PieceTerms, type RealismFinding, realismPieces, usableMeasures } from './pieces.js';
import type { PaperProfile } from './profiles/profiles.js';
import type { Report, SetSummary } from './report.js';
import type { Sets } from './sets.js';
import { finite, judged } from './verdict.js';
import { worstOf } from './worst.js';

/** Options of a report. */
export interface RealismOptions extends PieceTerms {
  /** The training set of the generator; without it, floors are fitted to the real set and privacy is not computed. */
  readonly train?: Trajectories;
  /** Real people that the generator has not seen. */
  readonly holdout?: Trajectories;
  /**
   * Rule for turning points into places; by default the rows' own places if all sets have them and their numbers mean
   * the same, else a grid of 500 m.
   */
  readonly places?: PlaceRule;
  /** A paper whose evaluation code is also applied to the two sets. */
  readonly profile?: PaperProfile;
}

/** The rows at the top of a report. */
export const FIRST_SCREEN: readonly string[] = [
  'moveLengths',
  'odMatrix',
  'stayDurations',
  'transitions',
  'dailyMotifs',
  'tripsByHourOfDay',
];

/**
 * How realistic generated trajectories look: every measure with its distances, their intervals, ceiling and floor; what a
 * predictor learns from them; and how close they come to the people that they were learned from.
 * Pure: the same sets and seed return the same report.
 *
 * @throws RangeError when either set has no rows
 */
export function realism(real: Trajectories, generated: Trajectories, options: RealismOptions = {}): Report {
  const sets = realismSets(real, generated, options);
  const pieces = realismPieces(sets, options.profile, options);
  return realismReport(
    sets,
    pieces.map((piece) => makeRealismPiece(piece, sets, options)),
  );
}

/** Assembles the pieces of a report. @param found results of all of `realismPieces`, in their order. */
export function realismReport(sets: Sets, found: readonly RealismFinding[]): Report {
  const of = <K extends RealismFinding['kind']>(kind: K) =>
    found.filter((one): one is Extract<RealismFinding, { kind: K }> => one.kind === kind);
  const floors = new Map<string, Map<string, ReturnType<typeof excessJsd>>>();
  for (const { baseline, excess } of of('floors'))
    for (const [measure, value] of excess)
      floors.set(measure, (floors.get(measure) ?? new Map<string, typeof value>()).set(baseline, value));
  const { rows, verdict } = judged(of('measure').map(({ row }) => withFloors(row, floors.get(row.name))));
  const differences = new Map(of('measure').flatMap(({ row, most }) => (most ? [[row.name, most]] : [])));
  const usable = usableMeasures(sets);
  return {
    verdict,
    compared: {
      real: summaryOf(sets.real),
      generated: summaryOf(sets.generated),
      train: sets.train ? summaryOf(sets.train) : null,
      holdout: sets.holdout ? summaryOf(sets.holdout) : null,
      places: sets.rule,
      notes: notesOn(sets),
    },
    measures: rows,
    firstScreen: FIRST_SCREEN.filter((name) => rows.some((row) => row.name === name)),
    notMeasured: measures
      .filter((measure) => !usable.includes(measure))
      .map(({ meta, needs = [] }) => ({
        name: meta.name,
        title: meta.title,
        why: `needs ${needs.join(' and ')} in both sets`,
      })),
    utility: of('utility')[0].found,
    unicity: of('unicity')[0].found,
    privacy: of('privacy')[0].found,
    worst: worstOf(rows, differences, sets),
    profile: of('profile')[0]?.found ?? null,
  };
}

/**
 * The sets of a report with place numbers that mean the same in all.
 * @throws RangeError when either set has no rows, or own places are requested and a set has none
 */
export function realismSets(
  real: Trajectories,
  generated: Trajectories,
  { train, holdout, places }: Pick<RealismOptions, 'train' | 'holdout' | 'places'> = {},
): Sets {
  for (const [name, set] of Object.entries({ real, generated })) {
    if (set.times.length === 0)
      throw new RangeError(`realism: the ${name} set has no rows, so there is nothing to compare.`);
  }
  const given = [real, generated, ...(train ? [train] : []), ...(holdout ? [holdout] : [])];
  const { own, why } = ownPlaces(given, places);
  if (own) return { real, generated, ...(train && { train }), ...(holdout && { holdout }), rule: OWN };
  const rule = places === undefined || places.by === 'own' ? { by: 'grid' as const } : places;
  const { sets } = commonPlaces(given, rule);
  return {
    real: sets[0],
    generated: sets[1],
    ...(train && { train: sets[2] }),
    ...(holdout && { holdout: sets[train ? 3 : 2] }),
    rule: `${wordsOf(rule)}${why}`,
  };
}

const OWN = "the rows' own";

/** Whether the rows' own places are used, or why not. */
function ownPlaces(given: readonly Trajectories[], asked: PlaceRule | undefined): { own: boolean; why: string } {
  const lacking = given.filter((set) => !set.places).length;
  if (asked?.by === 'own') {
    if (lacking === 0) return { own: true, why: '' };
    throw new RangeError(
      `realism: ${lacking} of ${given.length} sets have no places in their rows; all must have them.`,
    );
  }
  if (asked || lacking === given.length) return { own: false, why: '' };
  if (lacking > 0) return { own: false, why: " (not the rows' own places: not all sets have them)" };
  const [real, ...others] = given;
  const unlike = others.map((set) => placeMismatch(real, set)).find((found) => found !== undefined);
  return { own: unlike === undefined, why: ` (not the rows' own places: ${unlike})` };
}

function wordsOf(rule: PlaceOptions): string {
  switch (rule.by) {
    case 'grid':
      return `squares of ${rule.metres ?? 500} m on the ground`;
    case 'h3':
      return `H3 cells of resolution ${rule.resolution ?? 9}`;
    case 'cluster':
      return `clusters of points within ${rule.radius ?? 100} m`;
    case 'exact':
      return 'exact coordinates';
  }
}

/** The size and span of a set. */
export function summaryOf(set: Trajectories): SetSummary {
  const { times, ends } = localClock(set);
  const { numbers, count } = placeNumbers(set);
  const isVisited = new Uint8Array(count);
  let [from, to] = [Infinity, -Infinity];
  for (let row = 0; row < numbers.length; row++) {
    isVisited[numbers[row]] = 1;
    from = Math.min(from, times[row]);
    to = Math.max(to, ends ? ends[row] : times[row]);
  }
  const quality = trackingQuality(set).filter((share) => !Number.isNaN(share));
  return {
    people: set.people.length,
    rows: set.times.length,
    from: set.times.length === 0 ? null : from,
    to: set.times.length === 0 ? null : to,
    stays: set.ends !== undefined,
    trackingQuality: finite(quality.reduce((sum, share) => sum + share, 0) / quality.length),
    places: isVisited.reduce((sum, visited) => sum + visited, 0),
  };
}
