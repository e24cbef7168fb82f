import { Random } from '@itinera/base';

/** Random choices from a seed, for changing an input. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed >>> 0);
  }

  /** From 0 to below 1. */
  next(): number {
    return this.#random.uniform();
  }

  /** A whole number from 0 to below `end`; 0 if there is none. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  choice<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

/** Maximum size of an input. */
const MOST_BYTES = 400_000;
const BYTES = [0, 1, 9, 10, 13, 32, 34, 39, 44, 58, 91, 92, 93, 123, 125, 127, 128, 255];
const WORDS = [
  '-1',
  '0',
  '1e309',
  '-1e309',
  'NaN',
  'null',
  '""',
  '[]',
  '{}',
  '4294967296',
  '9007199254740993',
  '1e-320',
  'true',
  '\u001b[2J',
  '__proto__',
  'constructor',
  'toString',
  '\ufeff',
  '\r\n',
  '"',
  '\\"',
  '-',
  'é',
  '\u202e',
  '99999999999999999999',
  '0x10',
  ' ',
].map((word) => Buffer.from(word));
const NESTS = ['[', '{"a":', '(', '<a>', '!', '! ', '- ', '&a [', '"', '\\', '((', ']', '}'].map((word) =>
  Buffer.from(word),
);

/** Changes an input in one to four ways. */
export function mutate(input: Buffer, others: readonly Buffer[], dice: Dice): Buffer {
  let bytes: Buffer = Buffer.from(input);
  for (let changes = 1 + dice.below(4); changes > 0; changes--) bytes = once(bytes, others, dice);
  return bytes.subarray(0, MOST_BYTES);
}

function once(bytes: Buffer, others: readonly Buffer[], dice: Dice): Buffer {
  const at = dice.below(bytes.length + 1);
  const length = Math.min(bytes.length - at, 1 + dice.below(dice.choice([4, 32, 1000])));
  const insert = (more: Buffer, over = 0) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + over)]);
  const piece = bytes.subarray(at, at + length);
  switch (dice.below(11)) {
    case 0:
    case 1:
      if (at < bytes.length) bytes[at]! ^= 1 << dice.below(8);
      return bytes;
    case 2:
      if (at < bytes.length) bytes[at] = dice.choice(BYTES);
      return bytes;
    case 3:
      return insert(Buffer.alloc(0), length);
    case 4:
      return insert(piece);
    case 5:
      return bytes.subarray(0, at);
    case 6:
      return insert(dice.choice(WORDS), dice.choice([0, length]));
    case 7:
      return number(bytes, at, dice);
    case 8: {
      const other = dice.choice(others);
      const from = dice.below(other.length);
      return insert(other.subarray(from, from + 1 + dice.below(200)), dice.choice([0, length]));
    }
    case 9: {
      // Many times the same: what is nested, or takes its time by its number.
      if (dice.next() < 0.9) return insert(piece);
      const unit = dice.choice([piece, dice.choice(NESTS), dice.choice(WORDS)]);
      const times = Math.floor(Math.min(dice.choice([30, 600, 5000, 60_000]), MOST_BYTES / Math.max(1, unit.length)));
      return insert(Buffer.concat(Array.from({ length: times }, () => unit)));
    }
    default:
      if (at + 8 <= bytes.length)
        bytes.writeInt32LE(dice.choice([-1, 0, 2 ** 31 - 1, -(2 ** 31), 1 << 20, dice.below(1000)]), at);
      return bytes;
  }
}

/** Replaces the next number in a text by another one. */
function number(bytes: Buffer, at: number, dice: Dice): Buffer {
  const text = bytes.subarray(at, at + 200).toString('latin1');
  const found = /-?\d+(\.\d+)?/.exec(text);
  if (!found) return bytes;
  const word = dice.choice(WORDS);
  return Buffer.concat([bytes.subarray(0, at + found.index), word, bytes.subarray(at + found.index + found[0].length)]);
}
