import { beyondLimits, FileBudget, limitOf, UserError } from '@itinera/base';
import { latin1, PickleBytes, parseFloatText, parseInteger, parseQuoted, parseRawUnicode } from './pickle-bytes.js';
import { findNamed, isUnfinished, Named, PickleError } from './pickle-classes.js';
import { toPlainData } from './pickle-data.js';

/**
 * Reads a Python pickle of protocol 0 to 5 as data. Nothing is imported and nothing is called: besides Python's own
 * values it supports numpy's arrays and scalars, UUIDs, paths, dates and ordered dictionaries, each by its exact name, and
 * rejects every other name before anything is built from it. Bytes after the end of the pickle are ignored.
 *
 * Dictionaries become objects (Maps if a key is not a text), lists and tuples arrays, sets Sets, bytes Uint8Arrays,
 * integers beyond 2^53 big integers, arrays `NdArray`s, and scalars, UUIDs, paths and dates numbers and text.
 *
 * @param bytes the whole file
 * @param name for messages
 * @throws UserError when it is damaged, refers to anything but data, contains itself, is nested too deeply, or would
 *   expand to far more values than a file of its size can hold
 */
export function readPickle(bytes: Uint8Array, name = 'pickle'): unknown {
  if (bytes.length === 0)
    throw new UserError(`${name} is empty. Expected results (.pkl) as asbench or the originals write them.`);
  try {
    return toPlainData(new PickleMachine(bytes, name).run(), mostValues(bytes), name);
  } catch (error) {
    if (error instanceof PickleError)
      throw new UserError(
        `${name}${looksLikePickle(bytes) ? `: ${error.message}` : ' is not a pickle.'} Expected results (.pkl) as asbench or the originals write them.`,
      );
    // A text, a list or a dictionary beyond the maximum length.
    if (error instanceof RangeError) throw new UserError(`${name}: its values are too large (${error.message}).`);
    throw error;
  }
}

/** A few bytes can refer to a large value repeatedly. */
const mostValues = (bytes: Uint8Array) => limitOf('pickleValues') + limitOf('pickleRatio') * bytes.length;

/** Memory taken by the result of an instruction until it is converted to plain data, in bytes. */
const MEMORY: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'])lt\x85\x86\x87'].map((opcode) => [opcode, 300])),
  ...Object.fromEntries([...'}d\x8f\x91io\x81R'].map((opcode) => [opcode, 512])),
};

/** The stack machine that executes a pickle. */
class PickleMachine {
  readonly #input: PickleBytes;
  readonly #stack: unknown[] = [];
  /** Heights of the stack at the open marks. */
  readonly #marks: number[] = [];
  readonly #memo = new Map<number, unknown>();
  /** Number of values that calls may still process. */
  #work: number;
  readonly #budget: FileBudget;

  constructor(
    bytes: Uint8Array,
    private readonly name: string,
  ) {
    this.#input = new PickleBytes(bytes);
    this.#work = mostValues(bytes);
    this.#budget = new FileBudget(name);
    this.#budget.earn(bytes.length);
  }

  run(): unknown {
    for (;;) {
      const opcode = this.#input.u8();
      this.#budget.spend(MEMORY[String.fromCharCode(opcode)] ?? 0);
      if (opcode === 0x2e) return this.#pop();
      const value = this.#execute(opcode);
      if (value !== undefined) this.#stack.push(value);
    }
  }

  /** @returns the value that the instruction pushes, undefined if none */
  #execute(opcode: number): unknown {
    const input = this.#input;
    switch (String.fromCharCode(opcode)) {
      // Constants
      case 'N':
        return null;
      case '\x88':
        return true;
      case '\x89':
        return false;
      case 'I': {
        const text = input.line();
        return text === '01' ? true : text === '00' ? false : parseInteger(text);
      }
      case 'L':
        return parseInteger(input.line().replace(/L$/, ''));
      case 'J':
        return input.i32();
      case 'K':
        return input.u8();
      case 'M':
        return input.u16();
      case '\x8a':
        return input.integer(input.u8());
      case '\x8b':
        return input.integer(input.i32());
      case 'F':
        return parseFloatText(input.line());
      case 'G':
        return input.f64();

      // Text and bytes
      case 'V':
        return parseRawUnicode(input.line());
      case 'X':
        return input.text(input.u32());
      case '\x8c':
        return input.text(input.u8());
      case '\x8d':
        return input.text(input.u64());
      case 'S':
        return parseQuoted(input.line());
      case 'T':
        return latin1(input.take(input.i32()));
      case 'U':
        return latin1(input.take(input.u8()));
      case 'B':
        return input.take(input.u32()).slice();
      case 'C':
        return input.take(input.u8()).slice();
      case '\x8e':
      case '\x96':
        return input.take(input.u64()).slice();

      // Containers
      case ']':
        return [];
      case ')':
        return [];
      case '}':
        return new Map();
      case '\x8f':
        return new Set();
      case '(':
        this.#marks.push(this.#stack.length);
        break;
      case 'l':
      case 't':
        return this.#popMarked();
      case 'd':
        return setItems(new Map(), this.#popMarked());
      case '\x91':
        return new Set(this.#popMarked());
      case '\x85':
        return this.#popMany(1);
      case '\x86':
        return this.#popMany(2);
      case '\x87':
        return this.#popMany(3);
      case 'a':
        this.#append(this.#popMany(1));
        break;
      case 'e':
        this.#append(this.#popMarked());
        break;
      case 's':
        this.#setItems(this.#popMany(2));
        break;
      case 'u':
        this.#setItems(this.#popMarked());
        break;
      case '\x90': {
        const items = this.#popMarked();
        const set = this.#top();
        if (!(set instanceof Set)) throw new PickleError('members are added to a value that is not a set.');
        for (const item of items) set.add(item);
        break;
      }

      // Stack and memo
      case '0':
        if (this.#marks.at(-1) === this.#stack.length) this.#marks.pop();
        else this.#pop();
        break;
      case '1':
        this.#popMarked();
        break;
      case '2':
        return this.#top();
      case 'p':
        this.#memo.set(this.#memoIndex(parseInteger(input.line())), this.#top());
        break;
      case 'q':
        this.#memo.set(input.u8(), this.#top());
        break;
      case 'r':
        this.#memo.set(input.u32(), this.#top());
        break;
      case '\x94':
        this.#memo.set(this.#memo.size, this.#top());
        break;
      case 'g':
        return this.#recall(this.#memoIndex(parseInteger(input.line())));
      case 'h':
        return this.#recall(input.u8());
      case 'j':
        return this.#recall(input.u32());

      // Names, and what is built with them
      case 'c': {
        const module = input.line();
        return findNamed(module, input.line());
      }
      case '\x93': {
        const [module, name] = this.#popMany(2);
        return findNamed(module, name);
      }
      case 'i': {
        const module = input.line();
        const named = findNamed(module, input.line());
        return named.call(this.#pay(this.#popMarked()));
      }
      case 'o': {
        const [named, ...args] = this.#popMarked();
        return asNamed(named).call(this.#pay(args));
      }
      case 'R': {
        const [named, args] = this.#popMany(2);
        return asNamed(named).call(this.#pay(asArguments(args)));
      }
      case '\x81': {
        const [named, args] = this.#popMany(2);
        return asNamed(named).create(asArguments(args));
      }
      case 'b': {
        const state = this.#pop();
        this.#pay(Array.isArray(state) ? state : [state]);
        const target = this.#top();
        if (!isUnfinished(target) || !target.setState(state)) {
          throw new PickleError('a state is set on a value that has none, or is invalid.');
        }
        break;
      }

      // Frame of the file
      case '\x80': {
        const protocol = input.u8();
        if (protocol > 5) throw new PickleError(`unsupported protocol ${protocol}; expected 0 to 5.`);
        break;
      }
      case '\x95': {
        const length = input.u64();
        input.take(length);
        input.position -= length;
        break;
      }
      default:
        throw new PickleError(refusal(opcode, input.position - 1));
    }
    return undefined;
  }

  /** Counts the values that a call processes, so that repeated calls on one large value terminate. */
  #pay(args: readonly unknown[]): readonly unknown[] {
    for (const arg of args) this.#work -= 1 + sizeOf(arg);
    if (this.#work < 0) throw beyondLimits(this.name, 'expands to more values than its size permits');
    return args;
  }

  #pop(): unknown {
    if (this.#stack.length <= (this.#marks.at(-1) ?? 0)) throw new PickleError('it pops a value that does not exist.');
    return this.#stack.pop();
  }

  #popMany(count: number): unknown[] {
    return Array.from({ length: count }, () => this.#pop()).reverse();
  }

  #popMarked(): unknown[] {
    const mark = this.#marks.pop();
    if (mark === undefined) throw new PickleError('it closes a group that was never opened.');
    return this.#stack.splice(mark);
  }

  #top(): unknown {
    const top = this.#pop();
    this.#stack.push(top);
    return top;
  }

  #append(items: readonly unknown[]): void {
    const list = this.#top();
    if (!Array.isArray(list)) throw new PickleError('items are appended to a value that is not a list.');
    for (const item of items) list.push(item);
  }

  #setItems(items: readonly unknown[]): void {
    setItems(this.#top(), items);
  }

  #memoIndex(index: number | bigint): number {
    if (typeof index === 'number' && index >= 0) return index;
    throw new PickleError(`${index} is not a valid memo index.`);
  }

  #recall(index: number): unknown {
    if (!this.#memo.has(index)) throw new PickleError(`it reads memo ${index}, which was never set.`);
    return this.#memo.get(index);
  }
}

/** Whether bytes begin or end as a pickle does; most other files do neither, and then its faults mean nothing. */
function looksLikePickle(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x80 ||
    String.fromCharCode(...bytes.subarray(-3))
      .trimEnd()
      .endsWith('.')
  );
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) return value.length;
  return value instanceof Map || value instanceof Set ? value.size : 0;
}

function setItems(dict: unknown, items: readonly unknown[]): unknown {
  if (!(dict instanceof Map) || items.length % 2 !== 0) {
    throw new PickleError('entries are set in a value that is not a dictionary.');
  }
  for (let i = 0; i < items.length; i += 2) dict.set(items[i], items[i + 1]);
  return dict;
}

function asNamed(value: unknown): Named {
  if (value instanceof Named) return value;
  throw new PickleError('it calls a value that is not a class.');
}

function asArguments(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new PickleError('the arguments are not a tuple.');
}

function refusal(opcode: number, position: number): string {
  const hex = `0x${opcode.toString(16).padStart(2, '0')}`;
  switch (String.fromCharCode(opcode)) {
    case 'P':
    case 'Q':
      return `it refers to an object outside the file (a persistent id, at byte ${position}). Nothing was executed.`;
    case '\x82':
    case '\x83':
    case '\x84':
      return `it refers to a class by an extension code (at byte ${position}). Nothing was executed.`;
    case '\x92':
      return `it creates an object with named arguments (at byte ${position}), which data does not need. Nothing was executed.`;
    case '\x97':
    case '\x98':
      return `part of its data is outside the file (a buffer, at byte ${position}).`;
    default:
      return `${hex} at byte ${position} is not a pickle instruction: the file is damaged or of another kind.`;
  }
}
