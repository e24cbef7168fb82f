import { NdArray } from './nd-array.js';
import { isUnfinished, Named, PickleError } from './pickle-classes.js';

const MAX_DEPTH = 500;

/** A value that was turned already, with how many values it would be if written out. */
interface Turned {
  readonly value: unknown;
  readonly weight: number;
}

/**
 * Turns what the machine built into plain data. A list reached twice stays one list; values are counted as if written
 * out, so that a few bytes cannot unfold into billions.
 *
 * @param maxValues how many they may be
 * @throws PickleError when it holds itself, is nested too deep or too large, or holds a class itself
 */
export function toPlainData(root: unknown, maxValues: number): unknown {
  const turned = new Map<object, Turned | 'open'>();

  function turn(value: unknown, depth: number): Turned {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return { value, weight: 1 };
    if (value instanceof NdArray) return { value, weight: 1 + value.data.length };
    if (value instanceof Named) throw new PickleError(`the class ${value.name} stands where a value is expected.`);
    const known = turned.get(value);
    if (known === 'open') throw new PickleError('a list or dictionary holds itself, which no results do.');
    if (known) return known;
    if (isUnfinished(value)) return turn(value.finish(), depth);
    if (depth > MAX_DEPTH) throw new PickleError(`it is nested more than ${MAX_DEPTH} deep, which no results are.`);

    turned.set(value, 'open');
    let weight = 1;
    const inner = (part: unknown) => {
      const result = turn(part, depth + 1);
      weight += result.weight;
      if (weight > maxValues) throw new PickleError(`it unfolds to more than ${maxValues} values.`);
      return result.value;
    };
    let plain: unknown;
    if (Array.isArray(value)) plain = value.map(inner);
    else if (value instanceof Set) plain = new Set([...value].map(inner));
    else plain = plainDict(Array.from(value as Map<unknown, unknown>, ([key, item]) => [inner(key), inner(item)]));
    const result = { value: plain, weight };
    turned.set(value, result);
    return result;
  }

  return turn(root, 0).value;
}

function plainDict(entries: [unknown, unknown][]): unknown {
  const named = entries.every((entry): entry is [string, unknown] => typeof entry[0] === 'string');
  // fromEntries defines even a key called __proto__ as an ordinary one.
  return named ? Object.fromEntries(entries) : new Map(entries);
}
