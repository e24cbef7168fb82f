/** The quick loop takes one of so many damaged or random inputs, or one of `costly` if that is more. */
const QUICK = 10;
/** The fewest that are worth a test, where only their number counts. */
const LEAST = 5;

/** One of how many inputs is taken: in the whole suite `costly`, and in `npm run trials -- damage` each. */
function oneOf(costly: number): number {
  if (process.env.ITINERA_DAMAGE === 'trial') return 1;
  return process.env.ITINERA_DAMAGE === undefined ? Math.max(QUICK, costly) : costly;
}

/**
 * Number of damaged or random inputs of `all`.
 * @param costly the whole suite takes one of so many, because they cost much
 */
export const someOf = (all: number, costly = 1): number =>
  Math.max(Math.ceil(all / oneOf(costly)), Math.min(all, LEAST));

/** Those that are taken of `all`. @param costly as for `someOf` */
export function* some<T>(all: Iterable<T>, costly = 1): Generator<T> {
  let number = 0;
  for (const one of all) if (number++ % oneOf(costly) === 0) yield one;
}
