import { SECONDS_PER_DAY, SECONDS_PER_HOUR } from '@itinera/base';
import { type TripTable, type UnderWay, underWay } from '@itinera/run';

/** The trips of the people who have finished, in numbers. */
export interface TripSummary {
  readonly people: number;
  readonly days: number;
  readonly trips: number;
  readonly metres: number;
  readonly seconds: number;
  /** Trips that had not ended with the run. */
  readonly underWay: UnderWay;
  readonly charts: readonly {
    readonly title: string;
    /** The unit of the values, such as trips. */
    readonly unit: string;
    readonly labels: readonly string[];
    readonly values: readonly number[];
  }[];
}

const MOST_TRIPS = 10;
/** Lower limits, metres. */
const LENGTHS = [0, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const LENGTH_NAMES = ['< 0.5', '0.5–1', '1–2', '2–5', '5–10', '10–20', '20–50', '≥ 50'];
/** Lower limits, minutes. */
const STAYS = [0, 15, 30, 60, 120, 240, 480, 720];
const STAY_NAMES = ['< ¼', '¼–½', '½–1', '1–2', '2–4', '4–8', '8–12', '≥ 12'];
const MODES: Readonly<Record<string, string>> = {
  DRIVE_ONLY: 'car',
  PASSENGER: 'car passenger',
  WALK_ONLY: 'on foot',
  BIKE_WALK: 'bike',
  BUS_WALK: 'bus',
  TAXI: 'taxi',
  SUBWAY_WALK: 'rail',
  BUS_SUBWAY_WALK: 'public transport',
};

/** Counts the trips of people: per day, by mode, hour and length, and the stays between them. */
export class TripCharts {
  readonly #perDay = new Array<number>(MOST_TRIPS + 1).fill(0);
  readonly #modes = new Map<string, number>();
  readonly #hours = new Array<number>(24).fill(0);
  readonly #lengths = new Array<number>(LENGTHS.length).fill(0);
  readonly #stays = new Array<number>(STAYS.length).fill(0);
  readonly #days: number;
  #trips = 0;
  #metres = 0;
  #seconds = 0;
  #underWay = { trips: 0, seconds: 0 };

  /** @param seconds of the run; the hours that DailyMobility has after its day count to the last day. */
  constructor(seconds: number) {
    this.#days = Math.max(1, Math.round(seconds / SECONDS_PER_DAY));
  }

  /** Adds a table, by person and then by departure. */
  add(table: TripTable): void {
    const { id, departure, arrival, mode, metres, seconds } = table;
    const late = underWay([table]);
    this.#underWay.trips += late.trips;
    this.#underWay.seconds += late.seconds;
    const dayOf = (row: number) => Math.min(this.#days - 1, Math.floor(departure[row]! / SECONDS_PER_DAY));
    for (let row = 0, first = 0; row < id.length; row++) {
      this.#metres += metres[row]!;
      this.#seconds += seconds[row]!;
      const name = mode.texts[mode.keys[row]!]!;
      this.#modes.set(name, (this.#modes.get(name) ?? 0) + 1);
      this.#hours[Math.floor((departure[row]! % SECONDS_PER_DAY) / SECONDS_PER_HOUR)]!++;
      this.#lengths[LENGTHS.findLastIndex((from) => from <= metres[row]!)]!++;
      const isSame = id[row + 1] === id[row];
      if (isSame && !Number.isNaN(arrival[row]!)) {
        const minutes = Math.max(0, (departure[row + 1]! - arrival[row]!) / 60);
        this.#stays[STAYS.findLastIndex((from) => from <= minutes)]!++;
      }
      if (isSame && dayOf(row + 1) === dayOf(row)) continue;
      this.#perDay[Math.min(MOST_TRIPS, row + 1 - first)]!++;
      first = row + 1;
    }
    this.#trips += id.length;
  }

  summary(people: number): TripSummary {
    const days = this.#days;
    const travelled = this.#perDay.reduce((sum, count) => sum + count, 0);
    const perDay = [people * days - travelled, ...this.#perDay.slice(1)];
    const modes = [...this.#modes].sort(([, a], [, b]) => b - a);
    const chart = (title: string, unit: string, labels: readonly string[], values: readonly number[]) => ({
      ...{ title, unit, labels, values },
    });
    return {
      ...{ people, days, trips: this.#trips, metres: this.#metres, seconds: this.#seconds, underWay: this.#underWay },
      charts: [
        chart(
          'Trips per person and day',
          'people and days',
          perDay.map((_, n) => `${n}${n === MOST_TRIPS ? '+' : ''}`),
          perDay,
        ),
        chart(
          'Modes',
          'trips',
          modes.map(([name]) => MODES[name] ?? name),
          modes.map(([, count]) => count),
        ),
        chart(
          'Departures by hour',
          'trips',
          this.#hours.map((_, hour) => String(hour).padStart(2, '0')),
          this.#hours,
        ),
        chart('Lengths of trips, km', 'trips', LENGTH_NAMES, this.#lengths),
        chart('Stays between trips, hours', 'stays', STAY_NAMES, this.#stays),
      ],
    };
  }
}
