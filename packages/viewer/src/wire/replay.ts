/** Seconds of a bin, which is loaded as a whole. */
export const BIN_SECONDS = 900;
/** Units per second of times in a bin. */
export const TICKS = 10;

/** Modes of people. */
export const MODES = ['at a place', 'by car', 'on foot', 'by bike', 'by public transport'] as const;
export const Mode = { PLACE: 0, CAR: 1, FOOT: 2, BIKE: 3, TRANSIT: 4 } as const;
/** Number of modes of travelling people. */
export const MOVING_MODES = MODES.length - 1;

/** The plane of drawn positions: whole units from the south-west corner, x east, y north. */
export interface Plane {
  /** Metres per unit. */
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

/** The facts of a replay, needed before its bins. */
export interface ReplayMeta {
  readonly plane: Plane;
  readonly people: number;
  readonly bins: number;
  /** Intentions by number. */
  readonly labels: readonly string[];
  /** Seconds between two values of `moving`, and people by mode: `[instant][car, foot, bike, public transport]`, flat. */
  readonly countSeconds: number;
  readonly moving: readonly number[];
  /** Named roads by the cars that enter their busiest stretch, of the whole run; `hour` is its busiest hour. */
  readonly busiest: readonly { readonly name: string; readonly cars: number; readonly hour: number }[];
  /** Names of the attributes offered as colours. */
  readonly attributes: readonly string[];
  readonly days: readonly { readonly weather: string; readonly stormy: boolean }[];
  /** The date of day 0, `YYYY-MM-DD`; null if days have no dates. */
  readonly firstDay: string | null;
  /** Changes when more people have finished. */
  readonly version: string;
}
