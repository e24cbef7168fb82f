/** Of the damaged inputs that a test makes, the whole suite takes all, and the quick loop a tenth. */
const EVERY = process.env.ITINERA_DAMAGE === undefined ? 10 : 1;

/** Number of damaged inputs of `all`. */
export const someOf = (all: number): number => Math.ceil(all / EVERY);

/**
 * Every tenth of them, or all.
 *
 * @param costly if each costs a command: the suite takes one of so many, and `npm run trials -- damage` all
 */
export function* some<T>(all: Iterable<T>, costly = 1): Generator<T> {
  const every = process.env.ITINERA_DAMAGE === 'trial' ? 1 : costly * EVERY;
  let number = 0;
  for (const one of all) if (number++ % every === 0) yield one;
}
