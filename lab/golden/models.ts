import {
  densityEpr,
  densityEprWeights,
  diaryHomeShare,
  distinctPlacesLaw,
  type ExplorationLaw,
  eprMoveLaw,
  fitMarkovDiary,
  meanWaitingTime,
  spatialEpr,
  type Tiles,
  waitingTimeCdf,
  waitingTimeQuantile,
} from '@itinera/mobility';
import type { Adapter, Check, GoldenCase } from './adapter.js';

const HOUR = 3600;
/** Exact laws: to the printed precision. */
const EXACT = { absolute: 1e-10, relative: 1e-9 };

function waitingTimes({ beta, tau_hours, least_hours, exact }: GoldenCase, check: Check): void {
  const law = { beta, cutoff: tau_hours * HOUR, least: least_hours * HOUR };
  check.same('mean', meanWaitingTime(law) / HOUR, exact.mean_hours, EXACT);
  for (const [hours, probability] of exact.cdf) {
    check.same(`cdf ${hours}`, waitingTimeCdf(law, hours * HOUR), probability, EXACT);
  }
  for (const [share, hours] of exact.quantiles) {
    check.same(`quantile ${share}`, waitingTimeQuantile(law, share) / HOUR, hours, EXACT);
  }
}

function distinctPlaces({ rho, gamma, places, exact }: GoldenCase, check: Check): void {
  for (const [moves, expected] of Object.entries<{
    mean: number;
    sd: number;
    probabilities: [number, number][] | null;
  }>(exact)) {
    const law = distinctPlacesLaw({ rho, gamma, places }, Number(moves));
    check.same(`${moves} moves, mean`, law.mean, expected.mean, EXACT);
    check.same(`${moves} moves, sd`, law.sd, expected.sd, { absolute: 1e-7, relative: 1e-9 });
    for (const [distinct, probability] of expected.probabilities ?? []) {
      check.same(`${moves} moves, ${distinct} places`, law.probabilities[distinct] ?? 0, probability, EXACT);
    }
  }
}

/** The exact law of short walks, and enough walks of the generator to show whether it follows the law. */
function firstMoves({ rho, gamma, lon, lat, relevance, start, sequences }: GoldenCase, check: Check): void {
  const tiles: Tiles = { lons: lon, lats: lat, relevance };
  const weights = densityEprWeights(tiles);
  const law: ExplorationLaw = { rho, gamma };
  const moves = sequences[0][0].length - 1;
  for (const [sequence, probability] of sequences as [number[], number][]) {
    const visits = new Array<number>(lon.length).fill(0);
    let product = 1;
    sequence.forEach((tile, i) => {
      if (i > 0) product *= eprMoveLaw(weights, visits, sequence[i - 1] as number, law)[tile] as number;
      visits[tile] = (visits[tile] as number) + 1;
    });
    check.same(`moves ${sequence.join()}`, product, probability, EXACT);
  }
  const people = 50_000;
  const { starts, places } = densityEpr(tiles, {
    people,
    // Some ten moves, an hour and a little apart.
    days: 0.5,
    seed: 1,
    exploration: law,
    waitingTimes: { beta: 0.8, cutoff: 60, least: HOUR },
    startTiles: new Uint32Array(people).fill(start),
  });
  const seen = new Map<string, number>();
  for (let i = 0; i < people; i++) {
    const from = starts[i] as number;
    const walk = (places as Uint32Array).subarray(from, from + moves + 1).join();
    seen.set(walk, (seen.get(walk) ?? 0) + 1);
  }
  let chiSquare = 0;
  for (const [sequence, probability] of sequences as [number[], number][]) {
    const expected = probability * people;
    chiSquare += ((seen.get(sequence.join()) ?? 0) - expected) ** 2 / expected;
  }
  const freedom = sequences.length - 1;
  // Wilson and Hilferty: the cube root is nearly normal. Five deviations off is a wrong law.
  const spread = Math.sqrt(2 / (9 * freedom));
  const deviation = (Math.cbrt(chiSquare / freedom) - 1 + spread * spread) / spread;
  check.holds(`generated walks follow the law: ${deviation.toFixed(1)} deviations`, deviation < 5);
}

function diary(
  { hourly_places, first_hour, scikit_mobility, home_share_first_48_hours }: GoldenCase,
  check: Check,
): void {
  const fitted = fitMarkovDiary(
    hourly_places.map((text: string) => ({
      firstHour: first_hour,
      places: [...text].map((letter) => (letter === '-' ? -1 : (letter.codePointAt(0) as number))),
    })),
  );
  const share = diaryHomeShare(fitted, home_share_first_48_hours.length);
  check.same('home share', share, home_share_first_48_hours, EXACT);
  const stateOf = (name: string) => {
    const [hour = 0, home = 0] = name.split(',').map(Number);
    return 2 * hour + home;
  };
  for (const [from, row] of Object.entries<Record<string, number>>(scikit_mobility.transitions)) {
    for (const [to, probability] of Object.entries(row)) {
      check.same(`${from} to ${to}`, fitted.transitions[stateOf(from) * 48 + stateOf(to)], probability, EXACT);
    }
  }
}

/**
 * The number of moves, which must agree between a peer's simulation and ours. Destinations differ, because the peer
 * never explores tile 0.
 */
function simulated({ model, lon, lat, relevance, scikit_mobility }: GoldenCase, check: Check): void {
  const [name, ...settings] = (model as string).split(' ');
  const walk = { 'density-EPR': densityEpr, 'spatial-EPR': spatialEpr }[name as string];
  if (!walk) {
    check.skip(`no rule for ${model}`);
    return;
  }
  const setting = (key: string, usual: number) =>
    settings.includes(key) ? Number(settings[settings.indexOf(key) + 1]) : usual;
  const exploration = { rho: setting('rho', 0.6), gamma: setting('gamma', 0.21) };
  const people = 2000;
  const tiles: Tiles = { lons: lon, lats: lat, relevance };
  const { starts } = walk(tiles, { people, days: scikit_mobility.days, seed: 1, exploration });
  const counts = Array.from({ length: people }, (_, i) => (starts[i + 1] as number) - (starts[i] as number));
  const mean = counts.reduce((sum, count) => sum + count, 0) / people;
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (people - 1);
  const [peer, error] = scikit_mobility['points_per_agent [mean, se]'];
  const apart = Math.abs(mean - peer) / Math.hypot(error, Math.sqrt(variance / people));
  check.holds(`points per agent: ${mean}, the peer has ${peer}`, apart < 4);
}

/** Exact laws of the models, fits of the diary, and how often simulated agents move. */
export const adapter: Adapter = (golden, check) => {
  if (golden.exact?.cdf) return waitingTimes(golden, check);
  if (golden.exact) return distinctPlaces(golden, check);
  if (golden.sequences) return firstMoves(golden, check);
  if (golden.hourly_places) return diary(golden, check);
  simulated(golden, check);
};
