import { Proximity } from '../geobleu/proximity.js';
import { OneDay, requireRoom } from './one-day.js';
import { type Rules, scoringRules } from './rules.js';
import { WasmDayScorer } from './wasm-day-scorer.js';
import { WasmKernel } from './wasm-kernel.js';

/** Scores many days in one call, from flat columns, without allocating per day. Use one per thread. */
export interface DayScorer {
  /** The kernel in use. Both give the same bits. */
  readonly kernel: 'javascript' | 'wasm';

  /**
   * Scores each day of generated points against the reference's points of the same day.
   *
   * @param generatedX coordinates in cells, finite, in time order within a day; whole numbers 1 to 200 and at most 48
   *   points a day are fastest
   * @param generatedY as many, as are the next two
   * @param dayOffsets day d holds points dayOffsets[d] up to dayOffsets[d + 1], excluded; one number more than days
   * @param geobleu receives GEO-BLEU a day, 0 to 1; NaN for a day without points. Null when not wanted.
   * @param dtw receives dynamic time warping a day in km (two cells are 1 km), 0 or more; NaN for a day without points.
   *   Null when not wanted.
   * @throws RangeError for a coordinate that is not finite, and for lists that are too short
   */
  scoreDays(
    generatedX: ArrayLike<number>,
    generatedY: ArrayLike<number>,
    referenceX: ArrayLike<number>,
    referenceY: ArrayLike<number>,
    dayOffsets: ArrayLike<number>,
    geobleu: Float64Array | null,
    dtw: Float64Array | null,
  ): void;
}

/** Options of {@link createDayScorer}. */
export interface DayScorerOptions {
  /** The challenge whose scoring is used. */
  readonly rules?: Rules;
  /** `auto` takes WebAssembly where the engine has its SIMD instructions, and JavaScript elsewhere. */
  readonly kernel?: 'auto' | 'javascript' | 'wasm';
}

/** The challenges score GEO-BLEU with this beta, per cell: the proximity of points 1 km apart is 1/e. */
const BETA = 0.5;
/** One a thread: 0.4 MB of proximities, 0.9 MB of kernel memory. */
let sharedProximity: Proximity | undefined;
let sharedKernel: WasmKernel | undefined;

/**
 * A scorer for the rules of one year.
 *
 * @throws RangeError for unknown rules or an unknown kernel; Error for kernel `wasm` where the engine cannot run it
 */
export function createDayScorer({ rules = 'humob2023', kernel = 'auto' }: DayScorerOptions = {}): DayScorer {
  const scoring = scoringRules(rules);
  if (kernel !== 'auto' && kernel !== 'javascript' && kernel !== 'wasm') {
    throw new RangeError(`Kernel "${String(kernel)}" is not known. Choose auto, javascript or wasm.`);
  }
  sharedProximity ??= new Proximity(BETA);
  const one = new OneDay(scoring, sharedProximity);
  if (kernel !== 'javascript') {
    try {
      sharedKernel ??= new WasmKernel(sharedProximity);
      return new WasmDayScorer(scoring, sharedKernel, one);
    } catch (cause) {
      if (kernel === 'wasm') {
        throw new Error('This engine cannot run WebAssembly with SIMD. Choose kernel auto or javascript.', { cause });
      }
    }
  }
  return new JavaScriptDayScorer(one);
}

class JavaScriptDayScorer implements DayScorer {
  readonly kernel = 'javascript';
  readonly #one: OneDay;

  constructor(one: OneDay) {
    this.#one = one;
  }

  scoreDays(...[gx, gy, rx, ry, dayOffsets, geobleu, dtw]: Parameters<DayScorer['scoreDays']>): void {
    const columns = [gx, gy, rx, ry] as const;
    const days = requireRoom(columns, dayOffsets, [geobleu, dtw]);
    for (let day = 0; day < days; day++) {
      this.#one.score(columns, day, dayOffsets[day], dayOffsets[day + 1], geobleu, dtw);
    }
  }
}
