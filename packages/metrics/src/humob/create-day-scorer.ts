import { Proximity } from '../geobleu/proximity.js';
import type { DayScorer } from './day-scorer.js';
import { OneDay, requireRoom } from './one-day.js';
import { NEWEST_RULES, type Rules, scoringRules } from './rules.js';
import { WasmDayScorer } from './wasm-day-scorer.js';
import { WasmKernel } from './wasm-kernel.js';

/** Options of {@link createDayScorer}. */
export interface DayScorerOptions {
  /** The challenge whose scoring is used. */
  readonly rules?: Rules;
  /** `auto` uses WebAssembly where the engine has its SIMD instructions, and JavaScript elsewhere. */
  readonly kernel?: 'auto' | 'javascript' | 'wasm';
}

/** The challenges score GEO-BLEU with this beta, per cell: the proximity of points 1 km apart is 1/e. */
export const BETA = 0.5;
/** One per thread: 0.4 MB of proximities, 0.9 MB of kernel memory. */
let sharedProximity: Proximity | undefined;
let sharedKernel: WasmKernel | undefined;

/**
 * A scorer for the rules of one year.
 *
 * @throws RangeError for unknown rules or an unknown kernel; Error for kernel `wasm` where the engine cannot run it
 */
export function createDayScorer({ rules = NEWEST_RULES, kernel = 'auto' }: DayScorerOptions = {}): DayScorer {
  const scoring = scoringRules(rules);
  if (kernel !== 'auto' && kernel !== 'javascript' && kernel !== 'wasm') {
    throw new RangeError(`Unknown kernel "${String(kernel)}". Choose auto, javascript or wasm.`);
  }
  sharedProximity ??= new Proximity(BETA);
  const proximity = sharedProximity;
  const makeOne = () => new OneDay(scoring, proximity);
  if (kernel !== 'javascript') {
    try {
      sharedKernel ??= new WasmKernel(proximity);
      return new WasmDayScorer(scoring, sharedKernel, makeOne);
    } catch (cause) {
      if (kernel === 'wasm') {
        throw new Error('This engine cannot run WebAssembly with SIMD. Choose kernel auto or javascript.', { cause });
      }
    }
  }
  return new JavaScriptDayScorer(scoring.maxN, makeOne());
}

class JavaScriptDayScorer implements DayScorer {
  readonly kernel = 'javascript';
  readonly #one: OneDay;

  constructor(
    readonly maxN: number,
    one: OneDay,
  ) {
    this.#one = one;
  }

  scoreDays(...[gx, gy, rx, ry, dayOffsets, geobleu, dtw, precisions]: Parameters<DayScorer['scoreDays']>): void {
    const columns = [gx, gy, rx, ry] as const;
    const outputs = { geobleu, dtw, precisions: precisions ?? null };
    const days = requireRoom(columns, dayOffsets, outputs, this.maxN);
    for (let day = 0; day < days; day++) this.#one.score(columns, day, dayOffsets[day], dayOffsets[day + 1], outputs);
  }
}
