/** Where the true item is in each list of candidates. */
export interface Ranks {
  /** Rank of the true item from 1, the first of its ties; 0 if the list does not contain it. */
  readonly first: Uint32Array;
  /** Number of candidates of the list that share its rank, itself included; 0 if the list does not contain it. */
  readonly ties: Uint32Array;
}

/** Lists of candidates one after the other: list i has the entries `starts[i]` to `starts[i + 1]`. */
export interface RankedLists {
  readonly candidates: ArrayLike<number>;
  /** One entry more than lists. */
  readonly starts: ArrayLike<number>;
  /** Score of each candidate, higher is better; without scores, lists are in descending order of rank. */
  readonly scores?: ArrayLike<number> | undefined;
}

/**
 * Ranks the true item of each target in a list: 1 plus the candidates with a higher score. Candidates with its score tie
 * with it, wherever they are in the list; without scores there are no ties. The first occurrence of a repeated candidate
 * counts.
 *
 * @param truth the true item of each target
 * @param lists lists of distinct candidates
 * @param listOf for each target, the number of its list, -1 for a target without a list; by default list i is for target i
 */
export function ranksOf(
  truth: ArrayLike<number>,
  { candidates, starts, scores }: RankedLists,
  listOf?: ArrayLike<number>,
): Ranks {
  const first = new Uint32Array(truth.length);
  const ties = new Uint32Array(truth.length);
  for (let i = 0; i < truth.length; i++) {
    const list = listOf ? listOf[i] : i;
    if (list < 0) continue;
    const [from, to] = [starts[list], starts[list + 1]];
    let at = from;
    while (at < to && candidates[at] !== truth[i]) at++;
    if (at === to) continue;
    first[i] = scores ? 1 : at - from + 1;
    ties[i] = scores ? 0 : 1;
    if (!scores) continue;
    for (let k = from; k < to; k++) {
      if (scores[k] > scores[at]) first[i]++;
      else if (scores[k] === scores[at]) ties[i]++;
    }
  }
  return { first, ties };
}

/**
 * Accuracy at k of each target (recall or hit rate at k, since one item is true): 1 if it ranks among the first k, 0 if it
 * does not or is missing. Ties are in random order, so that a target of which j of m ties are among the first k has j / m.
 */
export function accuracyAt(ranks: Ranks, k: number): Float64Array {
  return expected(ranks, k, () => 1);
}

/** Reciprocal rank of each target: 1 / rank, 0 beyond the first k or if missing; the mean over ties in random order. */
export function reciprocalRanks(ranks: Ranks, k = Number.POSITIVE_INFINITY): Float64Array {
  return expected(ranks, k, (rank) => 1 / rank);
}

/**
 * Normalised discounted cumulative gain at k of each target: 1 / log2(1 + rank), 0 beyond the first k or if missing; the mean
 * over ties in random order. The ideal list has the only relevant item first, so that the normaliser is 1.
 *
 * @see K. Järvelin, J. Kekäläinen (2002), doi:10.1145/582415.582418
 */
export function ndcgAt(ranks: Ranks, k: number): Float64Array {
  return expected(ranks, k, (rank) => 1 / Math.log2(1 + rank));
}

function expected({ first, ties }: Ranks, k: number, gain: (rank: number) => number): Float64Array {
  const gains = new Float64Array(first.length);
  for (let i = 0; i < gains.length; i++) {
    const end = first[i] + ties[i];
    let sum = 0;
    for (let rank = first[i]; rank < end && rank <= k; rank++) sum += gain(rank);
    if (ties[i] > 0) gains[i] = sum / ties[i];
  }
  return gains;
}

/** F1 scores over classes. */
export interface F1Scores {
  /** Mean over classes, each counting the same. */
  readonly macro: number;
  /** Mean over classes, weighted by the number of their targets. */
  readonly weighted: number;
  /** Number of classes. */
  readonly classes: number;
}

/**
 * F1 of single predictions. The classes are the items that are true or predicted at least once, as in scikit-learn; a class
 * without a hit has F1 0.
 *
 * @param truth the true item of each target
 * @param predicted the predicted item of each target; -1 for none, which is a miss of the true item only
 * @returns NaN without targets
 * @example
 * ```ts
 * f1Scores([1, 1, 2], [1, 2, 2]); // { macro: 0.666667, weighted: 0.666667, classes: 2 }
 * ```
 */
export function f1Scores(truth: ArrayLike<number>, predicted: ArrayLike<number>): F1Scores {
  const classes = new Map<number, { truths: number; predictions: number; hits: number }>();
  const countsOf = (item: number) => {
    let counts = classes.get(item);
    if (!counts) {
      counts = { truths: 0, predictions: 0, hits: 0 };
      classes.set(item, counts);
    }
    return counts;
  };
  for (let i = 0; i < truth.length; i++) {
    const counts = countsOf(truth[i]);
    counts.truths++;
    if (predicted[i] === truth[i]) counts.hits++;
    if (predicted[i] >= 0) countsOf(predicted[i]).predictions++;
  }
  let [macro, weighted] = [0, 0];
  for (const { truths, predictions, hits } of classes.values()) {
    const f1 = (2 * hits) / (truths + predictions);
    macro += f1;
    weighted += f1 * truths;
  }
  return { macro: macro / classes.size, weighted: weighted / truth.length, classes: classes.size };
}
