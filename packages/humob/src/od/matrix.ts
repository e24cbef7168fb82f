import { UserError } from '@itinera/base';
import { PythonTextError, parsePythonFloat, parsePythonInteger } from '../python-text.js';
import { type PythonValue, strOf, typeName } from './python-value.js';
import { cellAt, PLACES } from './rules.js';
import type { OdDay } from './scan-day.js';

/** Unexpected input that the organisers' validator accepts. */
export type Oddity =
  | 'NaN'
  | 'infinite value'
  | 'number as text'
  | 'True or False as a number'
  | 'unusual spelling of a cell'
  | 'repeated key';

/** Ends the check with the organisers' message about a line, without its number. */
export class MatrixFault extends Error {}

/** Options of `readMatrix`: receivers of warnings, and accepted input. */
export interface MatrixTerms {
  readonly onOddity?: (oddity: Oddity, example: string) => void;
  /** Days and origins without flows, and negative flows, which predictions and truths to be scored may have. */
  readonly isLenient?: boolean;
}

const KEY = /^-?\p{Nd}+_-?\p{Nd}+\n?$/u;
const USUAL_KEY = /^(?:[1-9][0-9]*_[1-9][0-9]*|-1_-1)$/;

/**
 * The organisers' rule for a day's matrix, in their order.
 *
 * @throws MatrixFault with their message; PythonError where their program ends with an exception
 */
export function readMatrix(matrix: PythonValue, { onOddity, isLenient = false }: MatrixTerms = {}): OdDay {
  const outer = entriesOf(matrix);
  if (outer === undefined) throw new MatrixFault('The OD matrix in the second column must be a dict.');
  if (outer.entries.length === 0 && !isLenient) throw new MatrixFault('The OD matrix is empty.');
  const flows = new Map<number, number>();
  const noteRepeated = (count: number, where: string) => {
    for (let i = 0; i < count; i++) onOddity?.('repeated key', where);
  };
  noteRepeated(outer.repeated, 'origins');
  for (const [originKey, held] of outer.entries) {
    const origin = readKey(originKey, onOddity, {
      format: (key) => `Origin key \`${key}\` has an invalid format.`,
      area: (key) => `The origin ${key} is outside the valid area.`,
    });
    const inner = entriesOf(held);
    if (inner === undefined) throw new MatrixFault(`The value for key \`${originKey}\` must be a dict.`);
    if (inner.entries.length === 0 && !isLenient) throw new MatrixFault(`No destinations for origin ${originKey}.`);
    noteRepeated(inner.repeated, `destinations of ${originKey}`);
    for (const [key, value] of inner.entries) {
      const destination = readKey(key, onOddity, {
        format: (text) => `Destination key \`${text}\` under origin \`${originKey}\` has an invalid format.`,
        area: (text) => `Destination ${text} under origin ${originKey} is outside the valid area.`,
      });
      const flow = floatOf(value);
      const edge = `for edge ${originKey} -> ${key} is`;
      if (flow === undefined) throw new MatrixFault(`The value ${strOf(value)} ${edge} not numeric.`);
      if (flow < 0 && !isLenient) throw new MatrixFault(`The value ${strOf(value)} ${edge} negative.`);
      if (onOddity !== undefined) noteValue(value, flow, `${originKey} to ${key}`, onOddity);
      const pair = origin * PLACES + destination;
      flows.set(pair, (flows.get(pair) ?? 0) + flow);
    }
  }
  return { pairs: Uint32Array.from(flows.keys()), flows: Float64Array.from(flows.values()) };
}

function entriesOf(value: PythonValue) {
  return typeof value === 'object' && value?.type === 'dict' ? value : undefined;
}

function readKey(
  key: PythonValue,
  onOddity: MatrixTerms['onOddity'],
  words: { readonly format: (key: string) => string; readonly area: (key: string) => string },
): number {
  if (typeof key !== 'string') {
    throw new PythonTextError(
      typeName(key) === 'bytes'
        ? 'TypeError: cannot use a string pattern on a bytes-like object'
        : `TypeError: expected string or bytes-like object, got '${typeName(key)}'`,
    );
  }
  if (!KEY.test(key)) throw new MatrixFault(words.format(key));
  const [y, x] = key.split('_').map((part) => Number(parsePythonInteger(part))) as [number, number];
  const cell = cellAt(y, x);
  if (cell === undefined) throw new MatrixFault(words.area(key));
  if (onOddity !== undefined && !USUAL_KEY.test(key)) onOddity('unusual spelling of a cell', key);
  return cell;
}

/** Python's float() of a value. @returns undefined where it raises */
function floatOf(value: PythonValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return parsePythonFloat(value);
  if (typeof value === 'bigint') return Number.isFinite(Number(value)) ? Number(value) : undefined;
  return value?.type === 'bytes' ? parsePythonFloat(value.text) : undefined;
}

function noteValue(value: PythonValue, flow: number, edge: string, onOddity: NonNullable<MatrixTerms['onOddity']>) {
  if (typeof value === 'boolean') onOddity('True or False as a number', edge);
  else if (typeof value !== 'number' && typeof value !== 'bigint') onOddity('number as text', edge);
  if (Number.isNaN(flow)) onOddity('NaN', edge);
  else if (!Number.isFinite(flow)) onOddity('infinite value', edge);
}

/** Flows by date, origin and destination, as JSON or a program holds them. */
export type OdRecord = Readonly<Record<string, OdMatrixRecord | null>>;
type OdMatrixRecord = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A day of a record, by the rules for files: unknown cells and values are errors.
 * @throws UserError that names the date
 */
export function matrixOfRecord(date: string, record: OdMatrixRecord): OdDay {
  const dict = (held: object, of: (value: unknown) => PythonValue): PythonValue => ({
    type: 'dict',
    entries: Object.entries(held).map(([key, value]) => [key, of(value)] as const),
    repeated: 0,
  });
  const scalar = (value: unknown): PythonValue =>
    typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null;
  const inner = (held: unknown) => (typeof held === 'object' && held !== null ? dict(held, scalar) : scalar(held));
  try {
    return readMatrix(dict(record, inner), { isLenient: true });
  } catch (error) {
    if (error instanceof MatrixFault || error instanceof PythonTextError)
      throw new UserError(`${date}: ${error.message}`);
    throw error;
  }
}
