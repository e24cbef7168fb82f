import { useEffect, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { type Differences, type MetricDifference, reversed } from '../../wire/comparison.js';
import { fixed, metricDigits, metricName, signed } from '../../wire/format.js';
import { PlainTable } from '../parts/number-table.js';
import { source } from '../source.js';

/** The differences of pairs of runs; null for a pair that has none. */
export type PairDifferences = ReadonlyMap<string, Differences>;
export const pairOf = (a: string, b: string): string => JSON.stringify([a, b]);

/** Whether a pair is compared in this order; a bundle holds each pair in one. */
export const isHeldAs = (a: string, b: string): boolean =>
  source.has(API.differences.at({ a, b })) || !source.has(API.differences.at({ a: b, b: a }));

/** The differences of pairs, loaded one after the other, since each resamples two runs. */
export function useDifferences(pairs: readonly (readonly [a: string, b: string])[]): PairDifferences {
  const [found, setFound] = useState<PairDifferences>(new Map());
  useEffect(() => {
    let gone = false;
    const load = async () => {
      for (const [a, b] of pairs) {
        const isHeld = isHeldAs(a, b);
        const answer = await source.json(API.differences.at(isHeld ? { a, b } : { a: b, b: a })).catch(() => null);
        if (gone) return;
        const value = answer?.value ?? null;
        setFound((known) => new Map(known).set(pairOf(a, b), isHeld || value === null ? value : reversed(value)));
      }
    };
    void load();
    return () => {
      gone = true;
    };
  }, [JSON.stringify(pairs)]);
  return found;
}

/** Whether an interval contains 0. */
export const mayBeChance = ({ spread }: MetricDifference): boolean =>
  spread.low !== null && spread.low <= 0 && (spread.high ?? 0) >= 0;

interface Props {
  readonly names: readonly string[];
  readonly found: PairDifferences;
}

/** The measures of runs minus those of the first one, with intervals. */
export function MeasureTable({ names, found }: Props) {
  const [first, ...others] = names as [string, ...string[]];
  const loaded = others.map((other) => found.get(pairOf(first, other)));
  const known = loaded.find((one) => one != null);
  if (known == null)
    return (
      <p class="soft">
        {loaded.includes(undefined) ? 'Resampling the runs …' : 'There are no intervals: people or truths differ.'}
      </p>
    );
  const hasMeans = known.metrics.some(({ means }) => means !== undefined);
  return (
    <>
      <p class="soft">
        {hasMeans ? 'Means per person and day, and differences' : 'Differences'} from <bdi>{first}</bdi>, {known.method}
        , with {100 * known.level} % intervals. ≈ marks differences that may be chance.
      </p>
      <PlainTable
        title={`Differences from ${first}`}
        head={['measure', ...(hasMeans ? [first] : []), ...others]}
        rows={known.metrics.map(({ key, means }) => [
          metricName(key),
          ...(means ? [fixed(means[0], 2)] : []),
          ...loaded.map((one) => <Cell found={one} name={key} />),
        ])}
      />
    </>
  );
}

function Cell({ found, name }: { readonly found: Differences | undefined; readonly name: string }) {
  const own = found?.metrics.find(({ key }) => key === name);
  if (own === undefined) return <>{found === undefined ? '…' : '–'}</>;
  // Scores are compared as first minus second.
  const { value, low, high } = own.spread;
  const minus = (number: number | null) => (number === null || own.means ? number : -number);
  const range = own.means ? [low, high] : [minus(high), minus(low)];
  const say = (number: number | null) => signed(number, metricDigits(name));
  return (
    <>
      {own.means && `${fixed(own.means[1], 2)}, `}
      {say(minus(value))}
      {low !== null && (
        <span class="soft sub">
          {say(range[0]!)} to {say(range[1]!)}
          {mayBeChance(own)
            ? ' ≈'
            : own.better && `, ${minus(value)! > 0 === (own.better === 'higher') ? 'better' : 'worse'}`}
        </span>
      )}
    </>
  );
}
