/** Seconds of a bin: what is loaded at once when the time bar jumps. */
export const BIN_SECONDS = 900;
/** Times inside a bin are counted in tenths of a second. */
export const TICKS = 10;

/** How somebody moves. */
export const MODES = ['at a place', 'by car', 'on foot', 'by bike', 'by public transport'] as const;
export const Mode = { PLACE: 0, CAR: 1, FOOT: 2, BIKE: 3, TRANSIT: 4 } as const;
/** Modes of those who are on the way. */
export const MOVING_MODES = MODES.length - 1;

/** The plane that positions are drawn in: whole units from the south-west corner, x east, y north. */
export interface Plane {
  /** Metres a unit. */
  readonly unit: number;
  /** Metres in the plane of the map. */
  readonly west: number;
  readonly south: number;
  /** Units. */
  readonly width: number;
  readonly height: number;
}

export type ReplayState =
  | { readonly state: 'working'; readonly share: number; readonly doing: string }
  | { readonly state: 'impossible'; readonly reason: string }
  | ({ readonly state: 'ready' } & ReplayMeta);

/** What is known before the first bin is loaded. */
export interface ReplayMeta {
  readonly plane: Plane;
  readonly people: number;
  readonly bins: number;
  /** Intentions by number. */
  readonly labels: readonly string[];
  /** Seconds between two values of `moving`, and people by mode: `[instant][car, foot, bike, public transport]`, flat. */
  readonly countSeconds: number;
  readonly moving: readonly number[];
  /** People by intention at the start of each bin: `[bin][label]`, flat. */
  readonly intentions: readonly number[];
  /** What people can be coloured by. */
  readonly attributes: readonly string[];
  readonly days: readonly { readonly weather: string; readonly stormy: boolean }[];
  /** The date of day 0, `YYYY-MM-DD`; null when days have none. */
  readonly firstDay: string | null;
  /** `routes` of the run's tables, or made again by moving people through the map. */
  readonly source: 'routes' | 'replayed';
  /** Changes when a running run has more people. */
  readonly version: string;
}
