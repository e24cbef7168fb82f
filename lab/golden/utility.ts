import { linkPlaces, type MarkovOrder, nextPlaceOfSequences } from '@itinera/mobility';
import type { Adapter, Check, GoldenCase } from './adapter.js';

/** The golden names of the results of the public function. */
const scores = {
  predictions: 'predictions',
  'acc@1': 'acc1',
  'acc@3': 'acc3',
  'acc@5': 'acc5',
  'acc@10': 'acc10',
  mrr: 'mrr',
  'ndcg@5': 'ndcg5',
  'ndcg@10': 'ndcg10',
} as const;

function nextPlace({ train, test, adopted }: GoldenCase, check: Check): void {
  for (const [name, expected] of Object.entries<Record<string, number>>(adopted)) {
    const order = Number(name.replace('order ', '')) as MarkovOrder;
    const got = nextPlaceOfSequences(train, test, { order });
    for (const [score, value] of Object.entries(expected)) {
      const field = scores[score as keyof typeof scores];
      if (field) check.same(`${name} ${score}`, got[field], value, 'similarity');
      else check.skip(`no rule for ${score}`);
    }
  }
}

function linking({ train, test, adopted }: GoldenCase, check: Check): void {
  const owned = (list: [number, number[]][]) => list.map(([person, places]) => ({ person: String(person), places }));
  const { acc1, acc5, predicted } = linkPlaces(owned(train), owned(test));
  check.same('acc@1', acc1, adopted['acc@1'], 'similarity');
  check.same('acc@5', acc5, adopted['acc@5'], 'similarity');
  check.same('predicted', predicted.map(Number), adopted.predicted);
}

/** Next places and trajectory–user linking, by the adopted rules. */
export const adapter: Adapter = (golden, check) => {
  if (golden.kind === 'next place') return nextPlace(golden, check);
  if (golden.kind === 'trajectory-user linking') return linking(golden, check);
  check.skip(`no rule for the kind ${golden.kind}`);
};
