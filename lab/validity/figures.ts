import { bootstrapMean, type Interval } from '@itinera/metrics';

/** A value with its 95 % interval. */
type Range = Pick<Interval, 'value' | 'low' | 'high'>;

/** The value below which a share of the others lie. NaN when there is none. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return sorted[below]! + (place - below) * (above - sorted[below]!);
}

/** The median with its 95 % interval, from the ranks of a binomial distribution. */
export function medianOf(values: ArrayLike<number>): Range {
  const apart = 0.98 / Math.sqrt(values.length);
  return {
    value: quantile(values, 0.5),
    low: quantile(values, Math.max(0, 0.5 - apart)),
    high: quantile(values, Math.min(1, 0.5 + apart)),
  };
}

/** The percentage of values for which a condition holds, with its 95 % bootstrap interval. */
export function shareOf(values: readonly number[], holds: (value: number) => boolean): Range {
  return bootstrapMean(values.map((value) => (holds(value) ? 100 : 0)));
}

export function withInterval({ value, low, high }: Range, digits: number): string {
  return `${show(value, digits)} (${show(low, digits)}–${show(high, digits)})`;
}

/** A mean with the standard deviation of its values, as over seeds. */
export function withSpread(values: readonly number[], digits: number): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return `${show(mean, digits)} ± ${show(Math.sqrt(variance), digits)}`;
}

export function show(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '−');
}

/** A table in Markdown. */
export function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The smallest and the largest of several values. */
export function rangeOf(values: readonly number[], digits = 0): string {
  if (values.length === 0) return '–';
  const [least, most] = [show(Math.min(...values), digits), show(Math.max(...values), digits)];
  return least === most ? least : `${least}–${most}`;
}
