import { Random, SECONDS_PER_DAY, SECONDS_PER_HOUR } from '@itinera/base';

/** A check-in of a SYNTHETIC user. */
export interface CheckIn {
  readonly user: string;
  /** Seconds since 1970 on the local clock. */
  readonly time: number;
  readonly place: string;
  readonly lat: number;
  readonly lon: number;
  readonly trail: string;
}

/** A Monday. */
const START = Date.UTC(2024, 0, 1) / 1000;
/** Places of the town, on a square grid with 400 m between them. */
const SIDE = 40;
const STEP = 0.0036;
const FAVOURITES = 12;

/**
 * SYNTHETIC check-ins of users with favourite places, habits that lead from one to the next, and exploration; trails are days.
 * The file is for trying commands, not for results: it has the form of real check-ins, not their statistics.
 *
 * @param options number of users (200), of days (60), and seed (1)
 */
export function* synthesizeCheckIns({ users = 200, days = 60, seed = 1 } = {}): Generator<CheckIn> {
  for (let user = 0; user < users; user++) {
    const random = new Random(seed, user);
    const home = random.integer(SIDE * SIDE);
    const near = () => {
      const shift = () => Math.round(random.normal(0, 4));
      const clamp = (cell: number) => Math.min(SIDE - 1, Math.max(0, cell));
      return clamp((home % SIDE) + shift()) + SIDE * clamp(Math.floor(home / SIDE) + shift());
    };
    const favourites = Array.from({ length: FAVOURITES }, near);
    const weights = favourites.map((_, i) => 1 / (i + 1));
    const habit = favourites.map(() => random.integer(FAVOURITES));
    for (let day = 0; day < days; day++) {
      if (random.chance(0.25)) continue;
      let time = START + day * SECONDS_PER_DAY + random.between(7, 10) * SECONDS_PER_HOUR;
      let at = random.weighted(weights);
      const visits = 2 + random.integer(5);
      for (let visit = 0; visit < visits && time < START + (day + 1) * SECONDS_PER_DAY; visit++) {
        const place = random.chance(0.15) ? near() : favourites[at]!;
        yield {
          user: String(user + 1),
          time: Math.floor(time),
          place: `v${place}`,
          lat: 35 + STEP * Math.floor(place / SIDE),
          lon: 139 + STEP * (place % SIDE),
          trail: `${user + 1}-${day + 1}`,
        };
        time += random.between(0.5, 4) * SECONDS_PER_HOUR;
        at = random.chance(0.6) ? habit[at]! : random.weighted(weights);
      }
    }
  }
}
