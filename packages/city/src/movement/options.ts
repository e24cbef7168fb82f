import { didYouMean, SECONDS_PER_DAY, UserError } from '@itinera/base';
import { defaultTurnPenalties, ROUTE_COSTS, type RouteCosts, type TurnPenalties } from '../routing/drive-network.js';
import { type DriverHabits, defaultDriverHabits } from '../routing/driving-time.js';
import { dayOf } from '../transit/service-days.js';
import type { TransitHabits } from '../transit/transit-planner.js';
import { optionDescriptions } from './option-descriptions.js';

/** A speed that differs between people: normal with these parameters, redrawn outside the bounds. m/s. */
export interface SpeedRange {
  readonly mean: number;
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
}

/** Movement options. Times are seconds, speeds m/s. */
export interface MovementOptions extends DriverHabits {
  /** Seed of differences between people: their speed on foot and by bike. */
  readonly seed: number;
  /** Speed of cars as a share of the speed limit, η. */
  readonly speedFactor: number;
  /** Factors on `speedFactor` by hour of the day, 24 of them, as fitted to observed times; null: none. */
  readonly hourlySpeedFactors: readonly number[] | null;
  /** Factors on `speedFactor` by speed limit of the road: up to 40 km/h, up to 65 and above; null: none. */
  readonly limitSpeedFactors: readonly number[] | null;
  /** `program`: the junctions' fixed programs; `expected`: their mean wait, every time; `none`: no lights. */
  readonly signals: 'program' | 'expected' | 'none';
  /**
   * How drivers choose their route: `penalties`, free-flow time plus the seconds of `turnPenalties`; or `driving-time`, the
   * time that driving takes (turning speeds, acceleration, mean waits at lights).
   */
  readonly routeCosts: RouteCosts;
  /** Seconds that routing adds to a turn. */
  readonly turnPenalties: TurnPenalties;
  readonly walkingSpeed: SpeedRange;
  readonly cyclingSpeed: SpeedRange;
  /** Time from inside an AOI to its gate, at either end of a trip. */
  readonly accessSeconds: number;
  /**
   * Distance from the door to the gate: `none`, or the distance from the centre of the AOI to the gate (`straight`), walked
   * at the person's speed; at either end of trips by car, by bike and on foot.
   */
  readonly doorToGate: 'none' | 'straight';
  /** Time from reaching the gate by private car until it is parked. */
  readonly parkingSeconds: number;
  /** Time between deciding and moving, when leaving an AOI or when standing. */
  readonly startOverheadSeconds: number;
  /** Longer trips (without congestion) are rejected; null: no limit. */
  readonly longestTripSeconds: number | null;
  readonly congestion: 'off' | 'bpr' | 'queue';
  /** Capacity of a road, vehicles per hour and lane. */
  readonly laneCapacity: number;
  /** Share of the real traffic that is simulated, for congestion: capacities are scaled by it. */
  readonly sampleFactor: number;
  /**
   * `bpr`: travel time on a road is multiplied by 1 + alpha · (volume / capacity)^beta, with the volume of the previous
   * slice, at most by 20; routes are chosen by `free-flow` times, or by the `current` ones.
   */
  readonly bpr: {
    readonly alpha: number;
    readonly beta: number;
    readonly sliceSeconds: number;
    readonly routes: 'free-flow' | 'current';
  };
  /**
   * `queue`: metres of lane per vehicle, the maximum wait for space before a vehicle is let through, the share of drivers who
   * choose their route at departure by the times of the last 5 minutes, and how often a simulation is repeated so that the
   * others choose theirs by the traffic that they know (see `LearnedTraffic`).
   */
  readonly queue: {
    readonly vehicleMetres: number;
    readonly stuckSeconds: number;
    readonly rerouteShare: number;
    readonly routeIterations: number;
  };
  /** Time between calling a taxi and its departure. */
  readonly taxiWaitSeconds: number;
  /**
   * Public transport: the date of day 0 as `2024-03-18` (null: the Monday of the timetable's usual week), the maximum walk to
   * and from a stop, and how long before departure people are there.
   */
  readonly transit: TransitHabits & { readonly date: string | null };
}

export const defaultMovementOptions: MovementOptions = {
  seed: 0,
  speedFactor: 1,
  hourlySpeedFactors: null,
  limitSpeedFactors: null,
  signals: 'program',
  routeCosts: 'penalties',
  turnPenalties: defaultTurnPenalties,
  ...defaultDriverHabits,
  walkingSpeed: { mean: 1.34, deviation: 0.24, least: 0.84, most: 1.84 },
  cyclingSpeed: { mean: 4.2, deviation: 0.8, least: 2.5, most: 6 },
  accessSeconds: 0,
  doorToGate: 'none',
  parkingSeconds: 0,
  startOverheadSeconds: 2,
  longestTripSeconds: null,
  congestion: 'off',
  laneCapacity: 1800,
  sampleFactor: 1,
  bpr: { alpha: 0.15, beta: 4, sliceSeconds: 300, routes: 'free-flow' },
  queue: { vehicleMetres: 7.5, stuckSeconds: 90, rerouteShare: 0, routeIterations: 1 },
  taxiWaitSeconds: 300,
  transit: { date: null, accessMetres: 1200, boardingSeconds: 60 },
};

type Settings<T> = {
  readonly [K in keyof T]?:
    | (T[K] extends readonly unknown[] | null ? T[K] : T[K] extends object ? Partial<T[K]> : T[K])
    | undefined;
};
/** Options that are set; the others have their defaults. */
export type MovementSettings = Settings<MovementOptions>;

/** Bounds of the numbers: [minimum, maximum], and whether the minimum itself is excluded. */
const bounds: Readonly<Record<string, readonly [least: number, most: number, open?: boolean]>> = {
  seed: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  speedFactor: [0.01, 5],
  'turnPenalties.straight': [0, 3600],
  'turnPenalties.left': [0, 3600],
  'turnPenalties.right': [0, 3600],
  'turnPenalties.around': [0, 3600],
  'accelerationLoss.seconds': [0, 60],
  'accelerationLoss.secondsPerKmh': [0, 1],
  reactionSeconds: [0, 10],
  'walkingSpeed.mean': [0.01, 10],
  'walkingSpeed.deviation': [0, 10],
  'walkingSpeed.least': [0.01, 10],
  'walkingSpeed.most': [0.01, 10],
  'cyclingSpeed.mean': [0.01, 30],
  'cyclingSpeed.deviation': [0, 30],
  'cyclingSpeed.least': [0.01, 30],
  'cyclingSpeed.most': [0.01, 30],
  accessSeconds: [0, SECONDS_PER_DAY],
  parkingSeconds: [0, SECONDS_PER_DAY],
  startOverheadSeconds: [0, SECONDS_PER_DAY],
  longestTripSeconds: [0, 1e9, true],
  laneCapacity: [0, 1e5, true],
  sampleFactor: [0, 1, true],
  'bpr.alpha': [0, 100],
  'bpr.beta': [0, 20],
  'bpr.sliceSeconds': [1, SECONDS_PER_DAY],
  'queue.vehicleMetres': [0, 1000, true],
  'queue.stuckSeconds': [0, SECONDS_PER_DAY, true],
  'queue.rerouteShare': [0, 1],
  'queue.routeIterations': [1, 100],
  taxiWaitSeconds: [0, SECONDS_PER_DAY],
  'transit.accessMetres': [0, 20_000],
  'transit.boardingSeconds': [0, 3600],
};
const choices: Readonly<Record<string, readonly string[]>> = {
  signals: ['program', 'expected', 'none'],
  routeCosts: ROUTE_COSTS,
  doorToGate: ['none', 'straight'],
  congestion: ['off', 'bpr', 'queue'],
  'bpr.routes': ['free-flow', 'current'],
};

/** Lists of factors: their length, and what each stands for. */
const LISTS: Readonly<Record<string, readonly [length: number, of: string]>> = {
  hourlySpeedFactors: [24, 'hour of the day'],
  limitSpeedFactors: [3, 'range of speed limits'],
};

/**
 * Adds the defaults.
 * @param expected the options that an error about an unknown one names
 * @throws UserError for an unknown option, or a value outside its bounds
 */
export function resolveMovementOptions(
  settings: MovementSettings = {},
  expected: readonly string[] = Object.keys(defaultMovementOptions),
): MovementOptions {
  const options = fill('', defaultMovementOptions, settings, expected) as MovementOptions;
  for (const name of ['walkingSpeed', 'cyclingSpeed'] as const) {
    const { mean, least, most } = options[name];
    if (!(least <= mean && mean <= most))
      throw new UserError(
        `movement.${name}: mean ${mean} is not between least ${least} and most ${most}. Set all three together.`,
      );
  }
  return options;
}

type Values = { readonly [name: string]: unknown };

function fill(
  prefix: string,
  defaults: object,
  given: object,
  expected = Object.keys(defaults) as readonly string[],
): object {
  const values: Values = { ...given };
  for (const name of Object.keys(given))
    if (!Object.hasOwn(defaults, name))
      throw new UserError(
        `movement.${prefix}${name} is unknown.${didYouMean(name, expected)} Expected one of ${expected.toSorted().join(', ')}.`,
      );
  return Object.fromEntries(
    Object.entries(defaults).map(([name, usual]: [string, unknown]) => {
      const path = prefix + name;
      const value = values[name];
      if (value === undefined) return [name, usual];
      if (typeof usual === 'object' && usual !== null) {
        if (typeof value !== 'object' || value === null)
          throw new UserError(`movement.${path}: got ${shown(value)}, expected ${Object.keys(usual).join(', ')}.`);
        return [name, fill(`${path}.`, usual, value)];
      }
      check(path, value);
      return [name, value];
    }),
  );
}

const isWhole = (path: string) => path === 'seed' || path === 'queue.routeIterations';

const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 60);

function check(path: string, value: unknown): void {
  const allowed = choices[path];
  if (allowed) {
    if (!allowed.includes(value as string))
      throw new UserError(`movement.${path}: got ${shown(value)}, expected one of ${allowed.join(', ')}.`);
    return;
  }
  const listed = LISTS[path];
  if (listed !== undefined) {
    const [least, most] = bounds.speedFactor;
    const isFactor = (factor: unknown) => typeof factor === 'number' && factor >= least && factor <= most;
    if (value === null || (Array.isArray(value) && value.length === listed[0] && value.every(isFactor))) return;
    throw new UserError(
      `movement.${path}: expected ${listed[0]} numbers from ${least} to ${most}, one per ${listed[1]}.`,
    );
  }
  if ((path === 'longestTripSeconds' || path === 'transit.date') && value === null) return;
  if (path === 'transit.date') {
    if (typeof value === 'string' && !Number.isNaN(dayOf(value))) return;
    throw new UserError(`movement.${path}: got ${shown(value)}, expected a date such as 2024-03-18.`);
  }
  const [least, most, open = false] = bounds[path];
  const fits = typeof value === 'number' && (open ? value > least : value >= least) && value <= most;
  const whole = isWhole(path);
  if (!fits || (whole && !Number.isInteger(value)))
    throw new UserError(
      `movement.${path}: got ${shown(value)}, expected a ${whole ? 'whole ' : ''}number ${
        open ? `above ${least}` : `from ${least}`
      } to ${most}.`,
    );
}

/** JSON schema of the settings, for editors. */
export function movementJsonSchema(): Record<string, unknown> {
  return schemaOf('', defaultMovementOptions);
}

function schemaOf(prefix: string, defaults: object): Record<string, unknown> {
  const properties = Object.entries(defaults).map(([name, usual]: [string, unknown]) => {
    const path = prefix + name;
    const isGroup = typeof usual === 'object' && usual !== null;
    const schema = isGroup ? schemaOf(`${path}.`, usual) : { ...schemaOfValue(path), default: usual };
    return [name, { description: optionDescriptions[path], ...schema }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function schemaOfValue(path: string): Record<string, unknown> {
  if (choices[path]) return { enum: choices[path] };
  if (path === 'transit.date') return { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
  if (LISTS[path]) {
    const [length] = LISTS[path];
    const [minimum, maximum] = bounds.speedFactor;
    const items = { type: 'number', minimum, maximum };
    return { type: ['array', 'null'], items, minItems: length, maxItems: length };
  }
  const [least, most, open = false] = bounds[path];
  const number = isWhole(path) ? 'integer' : 'number';
  return {
    type: path === 'longestTripSeconds' ? [number, 'null'] : number,
    ...(open ? { exclusiveMinimum: least } : { minimum: least }),
    maximum: most,
  };
}
