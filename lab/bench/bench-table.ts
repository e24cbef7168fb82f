import type { Row } from '../../packages/base/perf/row.js';
import type { Limits } from './limits.js';

/** The rows of benches as they are printed. The ratio is our cost in times of the peer's: 1/20 is twenty times less. */
export function benchTable(rows: readonly Row[], limits: Limits): Record<string, string>[] {
  return rows.map((row) => {
    const { work, ours, unit, peer, exponent, fault } = row;
    const ratio = ours / (peer?.cost ?? NaN);
    return {
      work,
      peer: peer === undefined ? '' : `${peer.name}: ${peer.cost === undefined ? 'absent' : cost(peer.cost, unit)}`,
      ours: cost(ours, unit),
      ratio: Number.isNaN(ratio) ? '' : times(ratio),
      exponent: typeof exponent === 'number' ? exponent.toFixed(2) : (exponent ?? ''),
      limit: partsOf(row, limits)
        .map(({ text, state }) => (state === 'kept' ? text : `${text} ${state}`))
        .join(', '),
      fault: fault ?? '',
    };
  });
}

/** The work of rows whose results are wrong or whose limit is not known to be kept, except where only the peer is missing. */
export function failures(rows: readonly Row[], limits: Limits): string[] {
  return rows
    .filter(
      (row) =>
        row.fault !== undefined ||
        Number.isNaN(row.ours) ||
        partsOf(row, limits).some((part) => part.state === 'exceeded'),
    )
    .map(({ work }) => work);
}

/** The work with limits that is not among the rows, although everything it needs is there. */
export function unmeasured(
  rows: readonly Row[],
  limits: Limits,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const measured = new Set(rows.map(({ work }) => work));
  return Object.entries(limits)
    .filter(([work, { needs }]) => !measured.has(work) && (needs === undefined || env[needs]))
    .map(([work]) => work);
}

/** The benches that measured something, but not how its cost grows, nor say that it has no size. */
export function withoutGrowth(rowsOf: Readonly<Record<string, readonly Row[]>>): string[] {
  return Object.entries(rowsOf)
    .filter(([, rows]) => rows.length > 0 && rows.every(({ exponent }) => exponent === undefined))
    .map(([title]) => title);
}

/** A table with the names of columns above. */
export function markdown(table: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(table[0] ?? {});
  const lines = [names, names.map(() => '---'), ...table.map(Object.values)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The limits of a row, and whether they are kept; of a ratio without the peer's cost, no one knows. */
function partsOf({ work, ours, unit, peer }: Row, limits: Limits) {
  const limit = limits[work] ?? {};
  const stateOf = (value: number, most: number) => (value <= most ? 'kept' : 'exceeded');
  const parts: { readonly text: string; readonly state: 'kept' | 'exceeded' | 'not measured' }[] = [];
  if (limit.ours !== undefined) parts.push({ text: cost(limit.ours, unit), state: stateOf(ours, limit.ours) });
  if (limit.ratio !== undefined)
    parts.push({
      text: times(limit.ratio),
      state: peer?.cost === undefined ? 'not measured' : stateOf(ours / peer.cost, limit.ratio),
    });
  return parts;
}

const short = (value: number) => Number(value.toPrecision(3)).toLocaleString('en-GB', { maximumSignificantDigits: 3 });
const cost = (value: number, unit: string) => `${short(value)} ${unit}`;
const times = (ratio: number) => (ratio < 0.5 ? `1/${short(1 / ratio)}` : `${short(ratio)} ×`);
