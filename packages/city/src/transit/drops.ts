/** Omitted rows by reason: how many, and the first one. The reasons are keys of the JSON report, so they stay as they are. */
export type DropCounts = Readonly<Record<string, { readonly count: number; readonly example: string }>>;

/** Reasons whose wording differs in messages. */
const WORDING: Readonly<Record<string, string>> = {
  'stops whose id is there twice': 'stops with a duplicate id',
  'stations of stops that are not there': 'unknown stations of stops',
  'stops that are stations of themselves': 'stops that are their own station',
  'routes whose id is there twice': 'routes with a duplicate id',
  'transfers between certain trips or routes': 'transfers between specific trips or routes',
  'transfers at stops that are not there': 'transfers at unknown stops',
  'services whose dates are none or go back': 'services with invalid or reversed dates',
  'services whose id is missing or there twice': 'services with a missing or duplicate id',
  'exceptions of services that make no sense': 'invalid service exceptions',
  'trips of a route that is not there': 'trips of an unknown route',
  'trips of a service that is not there': 'trips of an unknown service',
  'trips whose id is there twice': 'trips with a duplicate id',
  'stop times of trips that are not there or left out': 'stop times of unknown or omitted trips',
  'stop times at stops that are not there': 'stop times at unknown stops',
  'stop times without a sequence or with a time that is none': 'stop times without a sequence or with an invalid time',
  'frequencies of trips that are not there or left out': 'frequencies of unknown or omitted trips',
  'frequencies without a headway, or whose times go back': 'frequencies without a headway, or with reversed times',
  'departures by headways beyond the limit': 'departures by headway beyond the limit',
  'stop times at stops out of the map': 'stop times at stops outside the map',
  'stops farther than 200 m from any way on foot of the map':
    'stops farther than 200 m from any walking lane of the map',
  'trips with two stops at one place of the sequence': 'trips with a repeated stop sequence',
  'trips whose times go back': 'trips with decreasing times',
};

/** The omitted rows as phrases, such as `2 trips with decreasing times (T1)`. */
export function describeDrops(drops: DropCounts): string[] {
  return Object.entries(drops).map(([why, { count, example }]) => {
    return `${count.toLocaleString('en-US')} ${WORDING[why] ?? why} (${example})`;
  });
}

/** Counts omitted rows. */
export class Drops {
  readonly #counts = new Map<string, { count: number; example: string }>();

  /**
   * @param what reason as a plural phrase, such as `trips whose times go back`
   * @param example returns the position of the first one; called only for that one
   */
  add(what: string, example: () => string, count = 1): void {
    const entry = this.#counts.get(what);
    if (entry) entry.count += count;
    else this.#counts.set(what, { count, example: example() });
  }

  get counts(): DropCounts {
    return Object.fromEntries(this.#counts);
  }
}
