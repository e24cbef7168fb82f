import { power } from '@itinera/base';

/** A candidate with its score in a rung; null if it failed. */
export interface Scored<V> {
  readonly variant: V;
  readonly score: number | null;
}

/** A rung of a search: candidates with the best first. */
export interface Rung<C> {
  readonly people: number;
  readonly candidates: readonly C[];
}

export interface HalvingTerms {
  /** Candidates of the first rung, beside the own one. */
  readonly candidates: number;
  readonly rungs: number;
  /** People of the first rung. */
  readonly people: number;
}

export interface HalvingPort<V, C extends Scored<V>> {
  score(variant: V, people: number): Promise<C>;
  /** Returns a candidate that differs from a scored one; null if there is none. @param isFirst true in the first rung */
  vary(parent: C, isFirst: boolean): Promise<V | null>;
}

/** Each rung keeps one candidate in three, for three times as many people. */
const FACTOR = 3;

/**
 * Yields the rungs of a search by successive halving: many candidates are tried with few people, the best ones with three
 * times as many, joined by as many variants of them. The own candidate takes part in every rung. Ends early if all others
 * failed.
 * @see K. Jamieson, A. Talwalkar (2016), Non-stochastic best arm identification and hyperparameter optimization, AISTATS
 */
export async function* halving<V, C extends Scored<V>>(
  own: V,
  { candidates, rungs, people: first }: HalvingTerms,
  port: HalvingPort<V, C>,
): AsyncGenerator<Rung<C>, void> {
  let kept: readonly V[] = [];
  for (let rung = 0; rung < rungs; rung++) {
    const people = first * power(FACTOR, rung);
    const tried: C[] = [];
    for (const variant of [own, ...kept]) tried.push(await port.score(variant, people));
    const parents = rung === 0 ? Array.from({ length: candidates }, () => tried[0]!) : tried.slice(1);
    for (const parent of parents) {
      const variant = await port.vary(parent, rung === 0);
      if (variant !== null) tried.push(await port.score(variant, people));
    }
    const worst = Number.NEGATIVE_INFINITY;
    const sorted = tried.sort((a, b) => (b.score ?? worst) - (a.score ?? worst));
    yield { people, candidates: sorted };
    const others = sorted.filter(({ variant, score }) => variant !== own && score !== null);
    if (others.length === 0) return;
    kept = others.slice(0, Math.ceil(others.length / FACTOR / 2)).map(({ variant }) => variant);
  }
}
