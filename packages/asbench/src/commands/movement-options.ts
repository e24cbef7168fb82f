import { counted, grouped, UserError } from '@itinera/base';
import { defaultMovementOptions, type MovementSettings, resolveMovementOptions } from '@itinera/city';
import type { Command } from 'commander';
import { readDocument } from '../documents/read-document.js';
import type { Config } from './config-file.js';
import { positiveNumber, shareAboveZero, wholeNumber } from './option-values.js';

export interface MovementOptionValues {
  readonly sampleFactor?: number;
  readonly speedFactor?: number;
  readonly rerouteShare?: number;
  readonly routeIterations?: number;
  readonly speeds?: string;
  /** Number of real people that those of the simulation stand for; `weight`: the sum of this column of theirs. */
  readonly represents?: number | typeof WEIGHT;
  /** A file with this number, as it fits counts. */
  readonly demand?: string;
}

/** Settings that belong to the run or to the routing data, not to the configuration, with the reason. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  seed: 'set it with --seed',
  congestion: 'set it with --congestion',
  routeCosts: 'runs use the costs of the benchmarks',
  turnPenalties: 'runs use the penalties of the benchmarks',
};

/** Settings of the configuration. */
const IN_CONFIG = [...Object.keys(defaultMovementOptions).filter((name) => !(name in ELSEWHERE)), 'speeds'];

export const WEIGHT = 'weight';

/**
 * The number of people that profiles stand for.
 * @throws UserError unless all of them have a weight of 1 or more
 */
export function representedBy(profiles: readonly { readonly id: number; readonly attributes: object }[]): number {
  return Math.round(
    profiles.reduce((sum, { id, attributes }) => {
      const { weight } = attributes as { readonly weight?: unknown };
      if (typeof weight === 'number' && weight >= 1 && weight < Infinity) return sum + weight;
      throw new UserError(`--represents weight: person ${id} has no weight of 1 or more in the profiles.`);
    }, 0),
  );
}

/** Whether a configuration states the simulated share of the traffic. */
export function isSampleFactorGiven({ movement }: Config): boolean {
  return typeof movement === 'object' && movement !== null && 'sampleFactor' in movement;
}

/** Options for traffic. */
export function addMovementOptions(command: Command): void {
  command
    .option('--sample-factor <share>', 'simulated share of the real traffic, for congestion', shareAboveZero)
    .option('--speed-factor <factor>', 'speed of cars relative to the limit', positiveNumber)
    .option('--reroute-share <share>', 'share of drivers who choose routes by current traffic (queue)', shareAboveZero)
    .option(
      '--route-iterations <number>',
      'simulations in which drivers learn the traffic (queue; default: 1)',
      wholeNumber(1, 100),
    )
    .option('--speeds <file>', 'speed factors written by asbench traffic calibrate');
}

/**
 * The movement settings of a run, from `movement:` of the configuration and the options, which take precedence.
 * @param people number of simulated people
 * @param note receives the sample factor if it follows from the number of people represented
 * @returns undefined if all have their defaults
 */
export function movementOf(
  { movement }: Config,
  options: Omit<MovementOptionValues, 'represents' | 'demand'> & { readonly represents?: number },
  people: number,
  note: (message: string) => void,
): MovementSettings | undefined {
  const given: unknown = movement ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw new UserError(`movement: expected options such as sampleFactor: 0.1, got ${String(given)}.`);
  const { speeds = undefined, ...settings } = given as Record<string, unknown>;
  for (const [name, reason] of Object.entries(ELSEWHERE))
    if (name in settings) throw new UserError(`movement.${name} cannot be set in the configuration: ${reason}.`);
  const { sampleFactor, speedFactor, rerouteShare, routeIterations, represents } = options;
  const file = options.speeds ?? speeds;
  if (file !== undefined) Object.assign(settings, readSpeeds(String(file)));
  if (speedFactor !== undefined) settings.speedFactor = speedFactor;
  if (rerouteShare !== undefined) settings.queue = { ...(settings.queue as object | undefined), rerouteShare };
  if (routeIterations !== undefined) settings.queue = { ...(settings.queue as object | undefined), routeIterations };
  if (sampleFactor !== undefined) settings.sampleFactor = sampleFactor;
  else if (represents !== undefined) {
    if (represents < people)
      throw new UserError(
        `--represents ${represents} is less than the ${people} simulated people. Expected at least ${people}.`,
      );
    settings.sampleFactor = people / represents;
    note(
      `${counted(people, 'person', 'people')} represent ${grouped(represents)}: with queues, roads have ${((100 * people) / represents).toPrecision(3)} % of their capacity (sampleFactor ${(people / represents).toPrecision(3)}).`,
    );
  }
  if (Object.keys(settings).length === 0) return undefined;
  resolveMovementOptions(settings as MovementSettings, IN_CONFIG);
  return settings as MovementSettings;
}

/** @throws UserError if the simulation is to be repeated although that has no effect, or costs calls */
export function requireIterable(run: {
  readonly movement?: MovementSettings;
  readonly congestion: string;
  readonly models: readonly string[];
}): void {
  const { routeIterations = 1 } = run.movement?.queue ?? {};
  if (routeIterations === 1) return;
  if (run.congestion !== 'queue')
    throw new UserError(`--route-iterations ${routeIterations} requires --congestion queue, got ${run.congestion}.`);
  if (run.models.length > 0)
    throw new UserError(
      `--route-iterations ${routeIterations} would call ${run.models[0]} as many times. Use an agent without a model.`,
    );
}

/**
 * Reads the speed factors that `asbench traffic calibrate` has fitted to travel times.
 * @throws UserError for another file
 */
export function readSpeeds(path: string): {
  hourlySpeedFactors: readonly number[];
  limitSpeedFactors?: readonly number[];
} {
  const { hourlySpeedFactors, limitSpeedFactors, represents } = calibrated(path);
  if (Array.isArray(hourlySpeedFactors)) return { hourlySpeedFactors, ...(limitSpeedFactors && { limitSpeedFactors }) };
  throw new UserError(
    represents === undefined
      ? `${path} has no hourlySpeedFactors. Create it with asbench traffic calibrate.`
      : `${path} holds a scale of the demand, not speeds. Pass it to asbench simulate --demand.`,
  );
}

/**
 * Reads the number of people whose traffic fits counts, as `asbench traffic calibrate --run` has written it.
 * @throws UserError for another file, and if they are fewer than those who are simulated
 */
export function readDemand(path: string, people: number): number {
  const { hourlySpeedFactors, represents } = calibrated(path);
  if (typeof represents !== 'number' || !(represents >= 1))
    throw new UserError(
      hourlySpeedFactors === undefined
        ? `${path} has no "represents" of 1 or more. Create it with asbench traffic calibrate COUNTS --run RUN.`
        : `${path} holds speeds, not a scale of the demand. Pass it with --speeds.`,
    );
  if (represents >= people) return represents;
  throw new UserError(
    `${path}: the counts fit the traffic of ${counted(represents, 'person', 'people')}, fewer than the ${grouped(people)} who are simulated. Simulate as many: --draw ${represents}`,
  );
}

function calibrated(path: string): Calibrated {
  return (readDocument(path) ?? {}) as Calibrated;
}

interface Calibrated {
  readonly hourlySpeedFactors?: readonly number[];
  readonly limitSpeedFactors?: readonly number[];
  readonly represents?: unknown;
}
