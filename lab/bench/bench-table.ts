import type { Row } from '../../packages/base/perf/row.js';
import type { Limit } from './limits.js';

/** The rows of benches as they are printed. The ratio is our cost in times of the peer's: 1/20 is twenty times less. */
export function benchTable(rows: readonly Row[], limits: Readonly<Record<string, Limit>>): object[] {
  return rows.map(({ work, ours, unit, peer, exponent }) => {
    const ratio = ours / (peer?.cost ?? NaN);
    return {
      work,
      peer: peer === undefined ? '' : `${peer.name}: ${peer.cost === undefined ? 'absent' : cost(peer.cost, unit)}`,
      ours: cost(ours, unit),
      ratio: Number.isNaN(ratio) ? '' : times(ratio),
      exponent: exponent === undefined ? '' : exponent.toFixed(2),
      limit: limits[work] === undefined ? '' : limitText(limits[work], { ours, ratio, unit }),
    };
  });
}

/** The limit, and whether it is kept; without the peer, no one knows. */
function limitText(
  limit: Limit,
  { ours, ratio, unit }: Pick<Row, 'ours' | 'unit'> & { readonly ratio: number },
): string {
  const parts = [
    ...(limit.ours === undefined ? [] : [{ text: cost(limit.ours, unit), isExceeded: ours > limit.ours }]),
    ...(limit.ratio === undefined ? [] : [{ text: times(limit.ratio), isExceeded: ratio > limit.ratio }]),
  ];
  return parts.map(({ text, isExceeded }) => `${text}${isExceeded ? ' exceeded' : ''}`).join(', ');
}

const short = (value: number) => Number(value.toPrecision(3)).toLocaleString('en-GB', { maximumSignificantDigits: 3 });
const cost = (value: number, unit: string) => `${short(value)} ${unit}`;
const times = (ratio: number) => (ratio < 0.5 ? `1/${short(1 / ratio)}` : `${short(ratio)} ×`);
