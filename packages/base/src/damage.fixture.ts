/** Of the damaged inputs that a test makes, the whole suite takes all, and the quick loop a tenth. */
const EVERY = process.env.ITINERA_DAMAGE === 'all' ? 1 : 10;

/** Number of damaged inputs of `all`. */
export const someOf = (all: number): number => Math.ceil(all / EVERY);

/** Every tenth of them, or all. */
export function* some<T>(all: Iterable<T>): Generator<T> {
  let number = 0;
  for (const one of all) if (number++ % EVERY === 0) yield one;
}
