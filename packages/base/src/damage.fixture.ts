/** Of the damaged inputs that a test makes, the whole suite takes all, and the quick loop a tenth. */
const EVERY = process.env.ITINERA_DAMAGE === undefined ? 10 : 1;

/** @param costly if they cost much: the suite takes one of so many, and `npm run trials -- damage` all */
const every = (costly: number): number => (process.env.ITINERA_DAMAGE === 'trial' ? 1 : costly * EVERY);

/** Number of damaged or random inputs of `all`. */
export const someOf = (all: number, costly = 1): number => Math.ceil(all / every(costly));

/** Every tenth of them, or all. */
export function* some<T>(all: Iterable<T>, costly = 1): Generator<T> {
  let number = 0;
  for (const one of all) if (number++ % every(costly) === 0) yield one;
}
