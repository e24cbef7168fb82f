import { beyondLimits, limitOf } from '@itinera/base';
import { NdArray } from './nd-array.js';
import { isUnfinished, Named, PickleError } from './pickle-classes.js';

/** A converted value, with the number of its values when written out. */
interface Turned {
  readonly value: unknown;
  readonly weight: number;
}

/**
 * Converts the values of the stack machine into plain data. A list that occurs twice remains one list; values are
 * counted as if written out, so that a few bytes cannot expand to billions.
 *
 * @param maxValues maximum number of values
 * @throws PickleError when it contains itself or a class, UserError when it is nested too deep or too large
 */
export function toPlainData(root: unknown, maxValues: number, name: string): unknown {
  const turned = new Map<object, Turned | 'open'>();

  function turn(value: unknown, depth: number): Turned {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return { value, weight: 1 };
    if (value instanceof NdArray) return { value, weight: 1 + value.data.length };
    if (value instanceof Named) throw new PickleError(`the class ${value.name} is used as a value.`);
    const known = turned.get(value);
    if (known === 'open') throw new PickleError('a list or dictionary contains itself.');
    if (known) return known;
    if (isUnfinished(value)) return turn(value.finish(), depth);
    if (depth > limitOf('depth')) throw beyondLimits(name, `is nested more than ${limitOf('depth')} levels deep`);

    turned.set(value, 'open');
    let weight = 1;
    const inner = (part: unknown) => {
      const result = turn(part, depth + 1);
      weight += result.weight;
      if (weight > maxValues) throw beyondLimits(name, `expands to more than ${maxValues} values`);
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
