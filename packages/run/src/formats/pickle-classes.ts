import { printable, SECONDS_PER_DAY } from '@itinera/base';
import { type DType, decodeArray, NdArray, parseDType, shapeSize } from './nd-array.js';

/** An error in a pickle; the reader adds the file name. */
export class PickleError extends Error {}

/** A marker for a class or function named in a pickle, which is on the list of allowed names. */
export class Named {
  constructor(
    readonly name: string,
    private readonly rules: Rules,
  ) {}

  /** The result of calling it with these arguments. */
  call(args: readonly unknown[]): unknown {
    if (!this.rules.call) throw new PickleError(`${this.name} is called, which is not expected in data.`);
    return this.rules.call(args) ?? unfit(this.name);
  }

  /** The result of `cls.__new__` without arguments. */
  create(args: readonly unknown[]): unknown {
    if (!this.rules.create || args.length > 0) throw new PickleError(`${this.name} is created in an unsupported way.`);
    return this.rules.create();
  }
}

interface Rules {
  /** Returns undefined when the arguments do not match. */
  readonly call?: (args: readonly unknown[]) => unknown;
  readonly create?: () => unknown;
}

/** A value whose content arrives in a second step, as with Python's `__setstate__`. */
export interface Unfinished {
  /** @returns false when the state does not match */
  setState(state: unknown): boolean;
  /** The plain value. @throws PickleError while the state is missing */
  finish(): unknown;
}

export function isUnfinished(value: unknown): value is Unfinished {
  return value instanceof UuidState || value instanceof DTypeState || value instanceof ArrayState;
}

function unfit(name: string): never {
  throw new PickleError(`${name} has invalid arguments or an invalid state.`);
}

class UuidState implements Unfinished {
  #text: string | undefined;

  setState(state: unknown): boolean {
    const int = state instanceof Map ? state.get('int') : undefined;
    if (typeof int !== 'bigint' && typeof int !== 'number') return false;
    const hex = BigInt(int).toString(16).padStart(32, '0');
    if (!/^[0-9a-f]{32}$/.test(hex)) return false;
    this.#text = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return true;
  }

  finish(): unknown {
    return this.#text ?? unfit('uuid.UUID');
  }
}

/** numpy.dtype: the kind and size first, the byte order as state. */
class DTypeState implements Unfinished {
  #order = '=';

  constructor(private readonly letters: string) {}

  setState(state: unknown): boolean {
    const [, order, ...rest] = Array.isArray(state) ? state : [];
    // Entries 3 to 5 (subarray, names, fields) belong to structured types.
    if (!/^[<>|=]$/.test(String(order)) || rest.slice(0, 3).some((part) => part !== null)) return false;
    this.#order = String(order);
    return true;
  }

  get dtype(): DType {
    const dtype = parseDType((this.#order === '=' ? '<' : this.#order) + this.letters);
    if (!dtype)
      throw new PickleError(`unsupported numpy type ${printable(this.letters)}; expected numbers, booleans or text.`);
    return dtype;
  }

  get isEmptyText(): boolean {
    return this.letters === 'U0' || this.letters === 'S0';
  }

  finish(): unknown {
    return unfit('numpy.dtype');
  }
}

class ArrayState implements Unfinished {
  #array: NdArray | undefined;

  setState(state: unknown): boolean {
    if (!Array.isArray(state) || state.length < 4) return false;
    const [shape, dtype, fortran, bytes] = state.slice(-4);
    const read = arrayFrom(bytes, dtype, shape, fortran === true);
    // numpy restores such an array in the byte order of the machine, whatever order it was saved in.
    this.#array = read && new NdArray(read.dtype.replace('>', '<'), read.shape, read.data, read.fortranOrder);
    return read !== undefined;
  }

  finish(): unknown {
    return this.#array ?? unfit('numpy.ndarray');
  }
}

function arrayFrom(bytes: unknown, type: unknown, shape: unknown, fortran: boolean): NdArray | undefined {
  if (!(type instanceof DTypeState) || !Array.isArray(shape)) return undefined;
  const { dtype } = type;
  if (!(bytes instanceof Uint8Array)) return undefined;
  const size = shapeSize(shape) * dtype.size;
  if (size !== bytes.length) {
    throw new PickleError(`an array of shape (${shape.join(', ')}) needs ${size} bytes, but has ${bytes.length}.`);
  }
  return decodeArray(bytes, dtype, shape, fortran);
}

function scalarFrom([type, bytes]: readonly unknown[]): unknown {
  if (type instanceof DTypeState && type.isEmptyText) return '';
  return arrayFrom(bytes, type, [], false)?.toNested();
}

function bytesFrom([source]: readonly unknown[]): Uint8Array | undefined {
  if (source === undefined) return new Uint8Array();
  if (source instanceof Uint8Array) return source;
  if (typeof source !== 'string' || /[^\0-\xff]/.test(source)) return undefined;
  return Uint8Array.from(source, (letter) => letter.charCodeAt(0));
}

function setFrom([members = []]: readonly unknown[]): Set<unknown> | undefined {
  return Array.isArray(members) || members instanceof Set ? new Set(members) : undefined;
}

function dictFrom([pairs = []]: readonly unknown[]): Map<unknown, unknown> | undefined {
  return Array.isArray(pairs) && pairs.every(Array.isArray) ? new Map(pairs as [unknown, unknown][]) : undefined;
}

function pathFrom(separator: string): (parts: readonly unknown[]) => string | undefined {
  return (parts) => {
    if (!parts.every((part) => typeof part === 'string')) return undefined;
    const [first = '.', ...rest] = parts as string[];
    return first + (first.endsWith(separator) || rest.length === 0 ? '' : separator) + rest.join(separator);
  };
}

const two = (n: number) => String(n).padStart(2, '0');

/** A calendar date from 4 bytes, a date and time from 10: as ISO 8601 text, to the microsecond. */
function dateFrom([packed, zone = '']: readonly unknown[]): string | undefined {
  if (!(packed instanceof Uint8Array) || (packed.length !== 4 && packed.length !== 10)) return undefined;
  if (typeof zone !== 'string') return undefined;
  const [high, low, month, day, hour, minute, second, m2, m1, m0] = packed;
  // The top bit of the month marks the second pass of an hour that the clock repeats.
  const date = `${String(high! * 256 + low!).padStart(4, '0')}-${two(month! & 127)}-${two(day!)}`;
  if (packed.length === 4) return date;
  const micros = m2! * 65536 + m1! * 256 + m0!;
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`;
  return `${date}T${two(hour!)}:${two(minute!)}:${two(second!)}${fraction}${zone}`;
}

/** A span of time, in seconds. */
function spanFrom([days = 0, seconds = 0, micros = 0]: readonly unknown[]): number | undefined {
  const span = Number(days) * SECONDS_PER_DAY + Number(seconds) + Number(micros) / 1e6;
  return Number.isFinite(span) ? span : undefined;
}

function zoneFrom([seconds]: readonly unknown[]): string | undefined {
  if (typeof seconds !== 'number') return undefined;
  const minutes = Math.round(Math.abs(seconds) / 60);
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const ndarray: Rules = {};
const list: Rules = {};
const dict: Rules = { call: dictFrom };
const uuid: Rules = { create: () => new UuidState() };
const reconstruct: Rules = {
  call: ([type]) => (type instanceof Named && type.name === 'numpy.ndarray' ? new ArrayState() : undefined),
};
const fromBuffer: Rules = {
  call: ([bytes, type, shape, order]) => arrayFrom(bytes, type, shape, order === 'F'),
};
const restore: Rules = {
  call: ([type, base, state]) =>
    type instanceof Named && type.name === 'uuid.UUID' && base instanceof Named && state === null
      ? new UuidState()
      : undefined,
};

/** Every (module, name) that data may refer to: exact pairs, since any module leads to others through its names. */
const ALLOWED: readonly (readonly [modules: readonly string[], name: string, rules: Rules])[] = [
  [['builtins', '__builtin__'], 'set', { call: setFrom }],
  [['builtins', '__builtin__'], 'frozenset', { call: setFrom }],
  [['builtins', '__builtin__'], 'bytes', { call: bytesFrom }],
  [['builtins', '__builtin__'], 'bytearray', { call: bytesFrom }],
  [['builtins', '__builtin__'], 'list', list],
  [['builtins', '__builtin__'], 'dict', dict],
  [['builtins', '__builtin__'], 'object', {}],
  [['_codecs'], 'encode', { call: bytesFrom }],
  [['copyreg', 'copy_reg'], '_reconstructor', restore],
  [['collections'], 'OrderedDict', dict],
  [['collections'], 'defaultdict', { call: () => new Map() }],
  [['uuid'], 'UUID', uuid],
  [['pathlib', 'pathlib._local'], 'PosixPath', { call: pathFrom('/') }],
  [['pathlib', 'pathlib._local'], 'PurePosixPath', { call: pathFrom('/') }],
  [['pathlib', 'pathlib._local'], 'WindowsPath', { call: pathFrom('\\') }],
  [['pathlib', 'pathlib._local'], 'PureWindowsPath', { call: pathFrom('\\') }],
  [['datetime'], 'datetime', { call: dateFrom }],
  [['datetime'], 'date', { call: dateFrom }],
  [['datetime'], 'timedelta', { call: spanFrom }],
  [['datetime'], 'timezone', { call: zoneFrom }],
  [['numpy'], 'dtype', { call: ([letters]) => (typeof letters === 'string' ? new DTypeState(letters) : undefined) }],
  [['numpy'], 'ndarray', ndarray],
  [['numpy.core.multiarray', 'numpy._core.multiarray'], 'scalar', { call: scalarFrom }],
  [['numpy.core.multiarray', 'numpy._core.multiarray'], '_reconstruct', reconstruct],
  [['numpy.core.numeric', 'numpy._core.numeric'], '_frombuffer', fromBuffer],
];

const byName = new Map(
  ALLOWED.flatMap(([modules, name, rules]) =>
    modules.map((module) => [`${module}\n${name}`, new Named(`${modules[0]}.${name}`, rules)] as const),
  ),
);

/** @throws PickleError for every name that is not on the list, before it is used */
export function findNamed(module: unknown, name: unknown): Named {
  const found = byName.get(`${module}\n${name}`);
  if (typeof module !== 'string' || typeof name !== 'string' || !found) {
    throw new PickleError(
      `it refers to ${printable(`${module}.${name}`)}, which is not data. Nothing was executed. Export the results as JSON, or as plain numbers, text and lists.`,
    );
  }
  return found;
}
