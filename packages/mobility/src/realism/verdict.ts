import { pValueInWords } from '@itinera/base';
import type { Measure } from '../measure.js';
import type { Chance, compareMeasure, intervals } from './compare-measure.js';
import { differing, exchangeTest } from './exchange-test.js';
import type { MeasureRow, Verdict } from './report.js';

/** A normal difference of this many standard deviations is found by a test at 5 % in 80 % of samples. */
const FOUND = 2.8;
/**
 * The smallest differences that matter: half of the real value (a factor of 1.5), or a quarter of the weight elsewhere. If
 * the people would not reveal them, a test that finds nothing says nothing.
 */
const MATTERS = { share: 0.5, elsewhere: 0.25 };

/** The fields of a row that say whether two sets differ, before all measures are judged together. */
export type Effect = Pick<
  MeasureRow,
  'effect' | 'effectUnit' | 'effectLow' | 'effectHigh' | 'detectable' | 'p' | 'differs' | 'distance' | 'says'
>;

/** How much two sets differ in a measure, in its unit, and whether chance explains it. */
export function effectOf(
  measure: Measure,
  comparison: ReturnType<typeof compareMeasure>,
  { low, high }: ReturnType<typeof intervals>,
  chance: Chance,
): Effect {
  const p = finite(exchangeTest(comparison.kernel()));
  const distance = finite(comparison.distance());
  const { scores, value } = comparison;
  if (measure.compare === 'sample') {
    const { unit, digits } = measure.meta;
    const [from, to] = [low.difference, high.difference];
    const detectable = FOUND * chance.deviation.difference;
    const tells = detectable <= MATTERS.share * Math.abs(value[0]);
    // The title of a share says what it is.
    const suffix = unit === '' || unit === 'share' ? '' : ` ${unit}`;
    const shown = (number: number) => `${grouped(number, digits)}${suffix}`;
    const shape = from <= 0 && to >= 0 ? `, spread differently (KS ${grouped(scores.ks, 2)})` : '';
    return {
      effect: finite(scores.difference),
      effectUnit: unit,
      effectLow: finite(from),
      effectHigh: finite(to),
      detectable: finite(detectable),
      p,
      differs: p !== null && tells ? false : null,
      distance,
      says: Number.isNaN(scores.difference)
        ? 'no values on one side'
        : scores.ks === 0
          ? `${shown(value[0])} on both sides`
          : `${shown(value[1])} instead of ${shown(value[0])}${shape}`,
    };
  }
  // Shares that two samples of one law have in common are all that a set can have.
  const possible = chance.mean.commonPart;
  const beyond = (commonPart: number) => {
    const share = Math.max(0, 1 - commonPart / possible);
    return finite(share < ROUNDING ? 0 : share);
  };
  const detectable = (FOUND * chance.deviation.commonPart) / possible;
  const elsewhere = beyond(scores.commonPart);
  return {
    effect: elsewhere,
    effectUnit: 'share',
    effectLow: beyond(high.commonPart),
    effectHigh: beyond(low.commonPart),
    detectable: finite(detectable),
    p,
    differs: p !== null && detectable <= MATTERS.elsewhere ? false : null,
    distance,
    says:
      elsewhere === null ? 'no values on one side' : `${grouped(100 * elsewhere, 0)} % in other bins, chance deducted`,
  };
}

/**
 * The rows with the measures that differ, all tests taken together: of the measures that are said to differ at most 5 % do
 * not.
 */
export function judged(rows: readonly MeasureRow[]): { rows: MeasureRow[]; verdict: Verdict } {
  const found = differing(Float64Array.from(rows, ({ p }) => p ?? Number.NaN));
  const decided = rows.map((row, i) => ({ ...row, differs: found[i] === 1 ? true : row.differs }));
  return { rows: decided, verdict: verdictOn(decided) };
}

/** Shares of many bins do not add up to 1 exactly. */
const ROUNDING = 1e-9;
/** Differences that the first line shows. */
const SHOWN = 3;
/** Of one test alone. */
const LEVEL = 0.05;

function verdictOn(rows: readonly MeasureRow[]): Verdict {
  const of = (differs: boolean | null) => rows.filter((row) => row.differs === differs);
  const [different, same, unknown] = [of(true), of(false), of(null)];
  const counts = { measures: rows.length, different: different.length, same: same.length, unknown: unknown.length };
  if (different.length > 0) {
    const most = [...different].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, SHOWN);
    const shown = most.map(({ title, says, p }) => `${title} ${says} (${pValueInWords(p)})`);
    const says = `The sets differ beyond chance in ${different.length} of ${rows.length} measures, most in: ${shown.join('; ')}.`;
    return { ...counts, differs: true, says };
  }
  const nearest = nearestOf(rows);
  const rest = unknown.length > 0 ? ` In ${unknown.length}, the sample is too small or too varied to tell.` : '';
  if (same.length < unknown.length || rows.length === 0)
    return {
      ...counts,
      differs: null,
      says: `No difference beyond chance was found, but the sample cannot tell in ${unknown.length} of ${rows.length} measures.${nearest}`,
    };
  return {
    ...counts,
    differs: false,
    says: `${same.length} of ${rows.length} measures show no difference beyond chance, and would reveal one of ${revealedBy(same)}.${rest}${nearest}`,
  };
}

/** The smallest differences that matter in these rows, in words. */
function revealedBy(rows: readonly MeasureRow[]): string {
  const [half, quarter] = ['half the real value', 'a quarter of the weight in other bins'];
  if (rows.every(({ compare }) => compare === 'sample')) return half;
  return rows.some(({ compare }) => compare === 'sample') ? `${half}, or of ${quarter}` : quarter;
}

/** Whether a measure would differ if it were the only one that is tested: by its test, or by the interval of its effect. */
export function isNear({
  p,
  compare,
  effectLow,
  effectHigh,
}: Pick<MeasureRow, 'p' | 'compare' | 'effectLow' | 'effectHigh'>): boolean {
  // Fewer shares in other bins than by chance are no difference.
  const isLess = compare === 'sample' && effectHigh !== null && effectHigh < 0;
  const isApart = isLess || (effectLow !== null && effectLow > 0);
  return (p !== null && p < LEVEL) || isApart;
}

/**
 * The measures nearest to a difference, as a sentence; empty unless they are more than the 5 % of all measures, rounded up, that
 * tests of each find by chance. Even more say little: measures depend on each other, so that one odd sample sets off many.
 */
function nearestOf(rows: readonly MeasureRow[]): string {
  const near = rows.filter((row) => row.differs !== true && isNear(row)).sort((a, b) => (a.p ?? 1) - (b.p ?? 1));
  if (near.length <= Math.ceil(LEVEL * rows.length)) return '';
  const signs = new Set(near.flatMap(({ compare, effect }) => (compare === 'sample' ? [Math.sign(effect ?? 0)] : [])));
  const isOneWay = signs.size === 1 && near.every(({ compare }) => compare === 'sample');
  const way = isOneWay ? `, all ${signs.has(1) ? 'larger' : 'smaller'} in the generated set` : '';
  const shown = near
    .slice(0, SHOWN)
    .map(({ title, says, p }) => `${title} ${says} (${p === null ? '–' : pValueInWords(p)})`);
  const more = near.length > SHOWN ? `; and ${near.length - SHOWN} more` : '';
  return ` Tested alone, ${near.length} measures would differ (p below 0.05, or an interval without 0)${way}: ${shown.join('; ')}${more}. Measures depend on each other, so several can do so together by chance.`;
}

/** How far apart two sets are, 0 to 1, for measures of any kind. */
function sizeOf({ compare, ks, effect, ceilings }: MeasureRow): number {
  return compare === 'sample' ? (ks ?? 0) - (ceilings.ks ?? 0) : (effect ?? 0);
}

function grouped(value: number, digits: number): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** JSON cannot represent other numbers. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
