import { dtw } from '../dtw/dtw.js';
import { Geobleu } from '../geobleu/geobleu.js';
import { type Rules, scoringRules } from './rules.js';

/** Scores many days in one call, from flat columns, without allocating per day. Use one per thread. */
export interface DayScorer {
  /** The kernel in use. */
  readonly kernel: 'javascript';

  /**
   * Scores each day of generated points against the reference's points of the same day.
   *
   * @param generatedX, generatedY, referenceX, referenceY coordinates in cells, finite, in time order within a day; the
   *   same number of points for both. Whole numbers 1 to 200 and at most 48 points a day are fastest.
   * @param dayOffsets day d holds points dayOffsets[d] up to dayOffsets[d + 1], excluded; one number more than days
   * @param geobleu receives GEO-BLEU a day, 0 to 1; NaN for a day without points
   * @param dtw receives dynamic time warping a day in km (two cells are 1 km); 0 or more, NaN for a day without points
   * @throws RangeError for a coordinate that is not finite or lists that are too short
   */
  scoreDays(
    generatedX: ArrayLike<number>,
    generatedY: ArrayLike<number>,
    referenceX: ArrayLike<number>,
    referenceY: ArrayLike<number>,
    dayOffsets: ArrayLike<number>,
    geobleu: Float64Array,
    dtw: Float64Array,
  ): void;
}

/** The challenges score GEO-BLEU with this beta, per cell: the proximity of points 1 km apart is 1/e. */
const BETA = 0.5;
/** A cell is 500 m wide. */
const CELLS_PER_KM = 2;

/**
 * A scorer for the rules of one year.
 *
 * @throws RangeError for unknown rules
 */
export function createDayScorer({ rules = 'humob2023' }: { rules?: Rules } = {}): DayScorer {
  const { maxN, precisionOver, dtwFreeStart } = scoringRules(rules);
  const geobleu = new Geobleu(maxN, BETA, precisionOver);
  return {
    kernel: 'javascript',
    scoreDays(generatedX, generatedY, referenceX, referenceY, dayOffsets, geobleuOut, dtwOut) {
      const generated = { x: generatedX, y: generatedY, from: 0, to: 0 };
      const reference = { x: referenceX, y: referenceY, from: 0, to: 0 };
      const days = dayOffsets.length - 1;
      for (let day = 0; day < days; day++) {
        const from = dayOffsets[day];
        const to = dayOffsets[day + 1];
        if (from === to) {
          geobleuOut[day] = dtwOut[day] = Number.NaN;
          continue;
        }
        for (const side of [generated, reference]) {
          side.from = from;
          side.to = to;
        }
        geobleuOut[day] = geobleu.score(generated, reference);
        dtwOut[day] = dtw(generated, reference, dtwFreeStart, CELLS_PER_KM);
      }
    },
  };
}
