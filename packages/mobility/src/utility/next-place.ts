import { accuracyAt, type MetricMeta, ndcgAt, type Ranks, reciprocalRanks } from '@itinera/metrics';
import { ContextTable, type Followers, Numbering } from '../models/context-table.js';
import { placeSequences } from '../person/place-sequences.js';
import type { Trajectories } from '../trajectories.js';

nextPlace.meta = {
  unit: 'share',
  range: [0, 1],
  better: 'higher',
  digits: 3,
  source: 'C. Esteban, S. L. Hyland, G. Rätsch (2017), Real-valued (medical) time series generation, arXiv:1706.02633',
} satisfies MetricMeta;

export interface NextPlaceScores {
  /** Number of predictions: every place of a sequence but its first. */
  readonly predictions: number;
  /** Share of predictions whose truth ranks first, and among the first 3, 5 and 10. NaN without predictions, as all. */
  readonly acc1: number;
  readonly acc3: number;
  readonly acc5: number;
  readonly acc10: number;
  /** Mean of 1 / rank of the truth; 0 for a place never ranked. */
  readonly mrr: number;
  /** Mean of 1 / log2(1 + rank), 0 beyond the first 5 or 10. */
  readonly ndcg5: number;
  readonly ndcg10: number;
}

/** Number of previous places that a prediction uses. */
export type MarkovOrder = 0 | 1 | 2;

/**
 * How well a Markov chain trained on one set of trajectories predicts the next places of another. Train on generated
 * people and test on real ones, and compare with training on real people: useful generated data teach as much.
 *
 * Ranks the places that followed the longest known context by descending count, then those of each shorter context that
 * are not ranked yet; ties go to the lower number. Every place but a person's first is predicted.
 *
 * @param train with places, numbered as in `test`
 * @param options `order`: 0 (places by frequency) to 2 (given the last two), default 1
 * @throws RangeError when either has no places
 */
export function nextPlace(
  train: Trajectories,
  test: Trajectories,
  options: { order?: MarkovOrder } = {},
): NextPlaceScores {
  return nextPlaceOfSequences(placeSequences('nextPlace', train), placeSequences('nextPlace', test), options);
}

/** `nextPlace` for plain sequences of place numbers. */
export function nextPlaceOfSequences(
  train: readonly ArrayLike<number>[],
  test: readonly ArrayLike<number>[],
  { order = 1 }: { order?: MarkovOrder } = {},
): NextPlaceScores {
  const chain = learn(train, order);
  const first = new Uint32Array(test.reduce((sum, places) => sum + Math.max(0, places.length - 1), 0));
  let predicted = 0;
  for (const places of test) for (let i = 1; i < places.length; i++) first[predicted++] = rankOf(chain, places, i);
  const ranks: Ranks = { first, ties: first.map((rank) => Math.min(rank, 1)) };
  return {
    predictions: first.length,
    acc1: mean(accuracyAt(ranks, 1)),
    acc3: mean(accuracyAt(ranks, 3)),
    acc5: mean(accuracyAt(ranks, 5)),
    acc10: mean(accuracyAt(ranks, 10)),
    mrr: mean(reciprocalRanks(ranks)),
    ndcg5: mean(ndcgAt(ranks, 5)),
    ndcg10: mean(ndcgAt(ranks, 10)),
  };
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

interface Chain {
  readonly order: MarkovOrder;
  readonly numbering: Numbering;
  /** By length of the context; their followers are nested, as each longer context contains the shorter. */
  readonly tables: readonly ContextTable[];
}

function learn(sequences: readonly ArrayLike<number>[], order: MarkovOrder): Chain {
  const numbering = new Numbering();
  for (const places of sequences) for (let i = 0; i < places.length; i++) numbering.number(places[i]);
  const tables = Array.from({ length: order + 1 }, () => new ContextTable());
  const chain = { order, numbering, tables };
  for (const places of sequences) {
    for (let i = 0; i < places.length; i++) {
      for (let length = 0; length <= Math.min(order, i); length++) {
        tables[length].add(contextOf(chain, places, i, length) as number, places[i]);
      }
    }
  }
  return chain;
}

/** One number for the places before position `i`; undefined when one of them was never seen. */
function contextOf({ numbering }: Chain, places: ArrayLike<number>, i: number, length: number): number | undefined {
  let context = 0;
  for (let back = 1; back <= length; back++) {
    const number = numbering.find(places[i - back]);
    if (number === undefined) return undefined;
    context = context * numbering.size + number;
  }
  return context;
}

/** 1 for the likeliest place; 0 for one never seen. */
function rankOf(chain: Chain, places: ArrayLike<number>, i: number): number {
  let longer: Followers | undefined;
  for (let length = Math.min(chain.order, i); length >= 0; length--) {
    const context = contextOf(chain, places, i, length);
    const followers = context === undefined ? undefined : chain.tables[length].get(context);
    if (!followers) continue;
    const position = followers.positionOf.get(places[i]);
    if (position !== undefined) return 1 + position + (longer ? rankedBehind(longer, followers, position) : 0);
    longer = followers;
  }
  return 0;
}

/** Number of items of the longer context's list, which all rank first, after a position of the shorter one's. */
function rankedBehind(longer: Followers, followers: Followers, position: number): number {
  let behind = 0;
  for (const item of longer.items) if ((followers.positionOf.get(item) as number) > position) behind++;
  return behind;
}
