import { power, type Random } from '@itinera/base';
import { isWeekend, SLOTS } from '@itinera/metrics';
import type { History } from './history.js';

/** The steps to predict for one person: the time of each step, ascending, and space for the answers. */
export interface BaselineQuestion {
  readonly d: ArrayLike<number>;
  readonly t: ArrayLike<number>;
  /** Receives the place of each step, as an index into `History.places`. */
  readonly place: Int32Array;
}

/** Predicts a person's places from the person's own past. */
export interface PlaceBaseline {
  readonly summary: string;
  predict(history: History, question: BaselineQuestion, random: Random): void;
}

/** Days after which a visit counts half as much. */
const HALF_LIFE_DAYS = 14;
/** Largest difference in time of day, in slots, at which a visit still counts, and the factor per slot. */
const DECAY_REACH = 3;
const DECAY_BY_SLOT = 0.5;
/** Weight of a visit on a day of the other kind, working day or weekend. */
const OTHER_DAY_KIND = 0.25;

/** One place per person, whatever the time. */
const userMode: PlaceBaseline = {
  summary: 'the most frequent place',
  predict(history, question) {
    question.place.fill(mostFrequent(history));
  },
};

const slotMode: PlaceBaseline = {
  summary: 'the most frequent place at this time of day; if there is none, at the nearest time that has one',
  predict: bySlot(
    (_d, t) => t,
    (history, _d, t, votes) => voteNearestSlot(history, t, () => 1, votes),
  ),
};

const weekdaySlotMode: PlaceBaseline = {
  summary: 'like per-slot-mode, but separate for working days and weekends',
  predict: bySlot(dayKindKey, (history, d, t, votes) => {
    const weekend = isWeekend(d);
    voteNearestSlot(history, t, (row) => (isWeekend(history.d[row] as number) === weekend ? 1 : 0), votes);
  }),
};

const decayedMode: PlaceBaseline = {
  summary:
    `the place with the most votes around this time of day: a visit counts half after ${HALF_LIFE_DAYS} days, half for each ` +
    `half hour of difference (up to ${DECAY_REACH}), and a quarter on the other kind of day (working day or weekend)`,
  predict(history, question, random) {
    // Counted back from the last day of the past: which day is predicted scales all votes alike.
    const decay = Float64Array.from(history.d, (day) => power(0.5, (history.lastDay - day) / HALF_LIFE_DAYS));
    const vote = (_history: History, d: number, t: number, votes: Votes) => {
      const weekend = isWeekend(d);
      const weigh = (row: number) =>
        (decay[row] as number) * (isWeekend(history.d[row] as number) === weekend ? 1 : OTHER_DAY_KIND);
      for (let off = -DECAY_REACH; off <= DECAY_REACH; off++) {
        const closeness = power(DECAY_BY_SLOT, Math.abs(off));
        history.eachAt((t + off + SLOTS) % SLOTS, (row) =>
          votes.add(history.place[row] as number, closeness * weigh(row)),
        );
      }
      if (votes.isEmpty) voteNearestSlot(history, t, weigh, votes);
    };
    bySlot(dayKindKey, vote)(history, question, random);
  },
};

const previousWeeks: PlaceBaseline = {
  summary: 'the place at this half hour in the latest week with such a step; if there is none, like weekday-slot-mode',
  predict: bySlot(
    (d, t) => (d % 7) * SLOTS + t,
    (history, d, t, votes) => {
      let latest = -1;
      history.eachAt(t, (row) => {
        if ((history.d[row] as number) % 7 === d % 7) latest = row;
      });
      if (latest >= 0) {
        votes.add(history.place[latest] as number, 1);
        return;
      }
      const weekend = isWeekend(d);
      voteNearestSlot(history, t, (row) => (isWeekend(history.d[row] as number) === weekend ? 1 : 0), votes);
    },
  ),
};

const bigram: PlaceBaseline = {
  summary: 'drawn from the places that followed the previous one, step by step (seeded)',
  predict(history, { place }, random) {
    const { rows } = history;
    // For each place the steps that came right after it, so that drawing one follows their frequencies.
    const following: number[][] = history.places.map(() => []);
    for (let row = 1; row < rows; row++)
      following[history.place[row - 1] as number]?.push(history.place[row] as number);
    let at = history.place[rows - 1] as number;
    for (let i = 0; i < place.length; i++) {
      const choices = following[at] as number[];
      at = choices.length > 0 ? (choices[random.integer(choices.length)] as number) : mostFrequent(history);
      place[i] = at;
    }
  },
};

/** The baselines that predict only places that the person has visited. */
export const PLACE_BASELINES: Readonly<Record<string, PlaceBaseline>> = {
  'per-user-mode': userMode,
  'per-slot-mode': slotMode,
  'weekday-slot-mode': weekdaySlotMode,
  'decayed-mode': decayedMode,
  'previous-weeks': previousWeeks,
  bigram,
};

/** Votes for places. */
export class Votes {
  readonly #weight: Float64Array;
  readonly #lastVoted: Int32Array;
  #count = 0;

  constructor(places: number) {
    this.#weight = new Float64Array(places);
    this.#lastVoted = new Int32Array(places);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(place: number, weight: number): void {
    if (weight === 0) return;
    (this.#weight[place] as number) += weight;
    this.#lastVoted[place] = ++this.#count;
  }

  /** The place with the most votes, ties to the last one voted for; clears the votes. */
  takeWinner(): number {
    let winner = 0;
    for (let place = 1; place < this.#weight.length; place++) {
      const lead = (this.#weight[place] as number) - (this.#weight[winner] as number);
      if (lead > 0 || (lead === 0 && (this.#lastVoted[place] as number) > (this.#lastVoted[winner] as number))) {
        winner = place;
      }
    }
    this.#weight.fill(0);
    this.#lastVoted.fill(0);
    this.#count = 0;
    return winner;
  }
}

function mostFrequent({ place, places, rows }: History): number {
  const votes = new Votes(places.length);
  for (let row = 0; row < rows; row++) votes.add(place[row] as number, 1);
  return votes.takeWinner();
}

/** Equal kinds of time get equal answers, so each is computed once. */
function bySlot(
  keyOf: (d: number, t: number) => number,
  vote: (history: History, d: number, t: number, votes: Votes) => void,
): PlaceBaseline['predict'] {
  return (history, { d, t, place }) => {
    const answers = new Map<number, number>();
    const votes = new Votes(history.places.length);
    for (let i = 0; i < place.length; i++) {
      const day = d[i] as number;
      const slot = t[i] as number;
      const key = keyOf(day, slot);
      let answer = answers.get(key);
      if (answer === undefined) {
        vote(history, day, slot, votes);
        answer = votes.isEmpty ? mostFrequent(history) : votes.takeWinner();
        answers.set(key, answer);
      }
      place[i] = answer;
    }
  };
}

function dayKindKey(d: number, t: number): number {
  return isWeekend(d) ? SLOTS + t : t;
}

/** Votes at this slot of the day; if there are none, at the slots one before and after, then two, and so on. */
function voteNearestSlot(history: History, t: number, weigh: (row: number) => number, votes: Votes): void {
  for (let off = 0; off <= SLOTS / 2 && votes.isEmpty; off++) {
    for (const slot of off === 0 ? [t] : [(t - off + SLOTS) % SLOTS, (t + off) % SLOTS]) {
      history.eachAt(slot, (row) => votes.add(history.place[row] as number, weigh(row)));
    }
  }
}
