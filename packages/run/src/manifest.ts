import { midnightOf, parseJson, type RealismRow, SECONDS_PER_DAY, UserError } from '@itinera/base';
import type { Clock } from './clock.js';
import {
  hasFields,
  isCountUpTo,
  isFlag,
  isList,
  isName,
  isNumber,
  isOneOf,
  isText,
  isUuid,
  isWhole,
  nullable,
  optional,
  type Shape,
} from './formats/shape.js';
import type { Grouping } from './groups.js';
import { planSettings, type RunPlan, shapesOfPlan } from './plan.js';

/** Version of a run folder and its files. */
export const RUN_FORMAT = 3;

/** The outcome of an evacuation. */
export interface Evacuation {
  /** Seconds since midnight of day 0. */
  readonly at: number;
  /** In the area when it began, or on their way there. */
  readonly people: number;
  /** Those who arrived outside. */
  readonly out: number;
  /** Minutes after its begin within which half of these, 90 % and all arrived; null if nobody did. */
  readonly minutes: { readonly half: number; readonly most: number; readonly all: number } | null;
  /** The others, by reason (`under-way`: at the end of the run; `not-left`; or of a failed trip), with the id of one. */
  readonly stayed: readonly { readonly reason: string; readonly people: number; readonly example: number }[];
}

/** What a run reports of its traffic. */
export interface RunTraffic {
  /** Relative gap of the routes after each iteration; absent if there was one. */
  readonly gaps?: readonly number[];
  /** Roads that were part of a gridlock: milliseconds since midnight of day 0, and cars that passed without space. */
  readonly jams: readonly {
    readonly roadId: number;
    /** Absent in runs of older versions. */
    readonly name?: string;
    readonly since: number;
    readonly until: number;
    readonly cars: number;
  }[];
}

/** The trips of a run by mode, and why these shares are what they are. */
export interface RunModes {
  /** By mode in words, such as `by car`, the most frequent first. */
  readonly trips: Readonly<Record<string, number>>;
  /** What limits public transport and cars, in sentences; empty if nothing does. */
  readonly limits: readonly string[];
}

/** `run.json`: the plan of a run, its inputs, and what happened. Contains no keys. */
export interface RunManifest extends RunPlan {
  readonly format: typeof RUN_FORMAT;
  /** Version of the benchmark. */
  readonly taskVersion: string;
  /** People that are simulated and written together. */
  readonly groupSize: number;
  readonly clock: Clock;
  readonly agent: RunPlan['agent'] & {
    readonly hash: string;
    /**
     * Its files in the folder `agent` of the run, including local imports, with their SHA-256; absent for a built-in
     * agent.
     */
    readonly files?: Readonly<Record<string, string>>;
  };
  readonly dataset: RunPlan['dataset'] & {
    readonly hash: string;
    readonly synthetic: boolean;
    /** The name of its folder. */
    readonly name?: string;
  };
  /** `outdated`: a warning about a map of an earlier version. */
  readonly map: RunPlan['map'] & {
    readonly hash: string;
    readonly timetable?: string;
    readonly name?: string;
    readonly outdated?: string;
  };
  readonly traffic?: RunTraffic;
  /** Why the result of a finished run is invalid (`grave`) or limited; absent in runs of older versions. */
  readonly doubts?: readonly { readonly message: string; readonly grave: boolean }[];
  /** Problems of all people of a finished run, of which `problems.ndjson` has some; absent in runs of older versions. */
  readonly problems?: number;
  /** Of a finished simulation; absent in runs of older versions. */
  readonly modes?: RunModes;
  readonly realism?: readonly RealismRow[];
  readonly scenario?: NonNullable<RunPlan['scenario']> & { readonly evacuation?: Evacuation };
  /** Derived from the plan and its inputs: equal runs have equal ids. */
  readonly expId: string;
  readonly versions: { readonly itinera: string; readonly node: string };
  readonly state: 'running' | 'stopped' | 'finished' | 'failed';
  /** Why the run stopped or failed; otherwise empty. */
  readonly error: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Seconds that the simulation took, summed over all sessions. */
  readonly seconds: number;
}

const source = (value: unknown, name: string) =>
  typeof value === 'object' && value !== null && 'builtIn' in value
    ? hasFields({ builtIn: isText })(value, name)
    : hasFields({ file: isText, python: optional(isText) })(value, name);

const MOST_PEOPLE = 100_000_000;
const MOST_GROUPS = 1_000_000;
const MOST_STEPS = 10_000_000;
const LARGEST_MANIFEST = 50_000_000;

const isTime: Shape = (value, name) =>
  isText(value, name) ?? (Number.isNaN(Date.parse(value as string)) ? `${name}: expected a time in ISO 8601` : null);

const isDate: Shape = (value, name) =>
  isText(value, name) ?? (Number.isNaN(midnightOf(value as string)) ? `${name}: expected a date as YYYY-MM-DD` : null);

/** Texts by name. */
const isListOfTexts: Shape = (value, name) =>
  hasFields({})(value, name) ?? isList(isText)(Object.values(value as object), name);

/** Counts by name. */
const isListOfCounts: Shape = (value, name) =>
  hasFields({})(value, name) ?? isList(isWhole)(Object.values(value as object), name);

const evacuation = hasFields({
  at: isNumber,
  people: isWhole,
  out: isWhole,
  minutes: nullable(hasFields({ half: isNumber, most: isNumber, all: isNumber })),
  stayed: isList(hasFields({ reason: isText, people: isWhole, example: isWhole })),
});

const realismRow = hasFields({
  measure: isText,
  digits: isWhole,
  value: nullable(isNumber),
  low: nullable(isNumber),
  high: nullable(isNumber),
  observed: nullable(hasFields({ low: isNumber, high: isNumber, data: isText, source: isText })),
  verdict: isOneOf('holds', 'off', 'wrong in kind', 'too few people', 'no data'),
});

const manifest = hasFields({
  ...shapesOfPlan,
  task: isName,
  taskFile: optional(isText),
  taskVersion: isText,
  people: isCountUpTo(MOST_PEOPLE),
  groupSize: isCountUpTo(MOST_PEOPLE),
  clock: hasFields({
    stepSeconds: isCountUpTo(SECONDS_PER_DAY),
    steps: isCountUpTo(MOST_STEPS),
    firstDay: optional(isDate),
  }),
  agent: hasFields({ source, hash: isText, params: hasFields({}), files: optional(isListOfTexts) }),
  dataset: hasFields({
    folder: isText,
    hash: isText,
    synthetic: isFlag,
    relocated: nullable(isWhole),
    name: optional(isText),
    sampledFrom: optional(isCountUpTo(MOST_PEOPLE)),
  }),
  map: hasFields({
    path: isText,
    hash: isText,
    timetable: optional(isText),
    name: optional(isText),
    outdated: optional(isText),
  }),
  congestion: isOneOf('off', 'bpr', 'queue'),
  movement: optional(hasFields({})),
  traffic: optional(
    hasFields({
      gaps: optional(isList(isNumber)),
      jams: isList(hasFields({ roadId: isWhole, since: isNumber, until: isNumber, cars: isWhole })),
    }),
  ),
  problems: optional(isWhole),
  doubts: optional(isList(hasFields({ message: isText, grave: isFlag }))),
  modes: optional(hasFields({ trips: isListOfCounts, limits: isList(isText) })),
  realism: optional(isList(realismRow)),
  scenario: optional(
    hasFields({
      name: isText,
      changes: hasFields({}),
      map: hasFields({ path: isText, hash: isText }),
      said: optional(isList(isText)),
      warned: optional(isList(isText)),
      evacuation: optional(evacuation),
    }),
  ),
  order: isOneOf('free', 'step'),
  routes: isFlag,
  expId: isUuid,
  versions: hasFields({ itinera: isText, node: isText }),
  state: isOneOf('running', 'stopped', 'finished', 'failed'),
  error: isText,
  startedAt: isTime,
  seconds: isNumber,
});

function tooManyGroups({ people, groupSize }: Grouping): string | null {
  return people / groupSize <= MOST_GROUPS
    ? null
    : `groupSize: ${people} people in groups of ${groupSize} are too many groups`;
}

/**
 * Reads `run.json`.
 * @param name of the run, for messages.
 * @throws UserError when it is damaged or of another version.
 */
export function parseManifest(text: string, name: string): RunManifest {
  if (text.length > LARGEST_MANIFEST) throw new UserError(`${name}/run.json is too large for a manifest.`);
  const value = parseJson(text, `${name}/run.json`);
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format < RUN_FORMAT)
    throw new UserError(
      `${name} was written by an earlier version (format ${format}, now ${RUN_FORMAT}), whose tables are no longer supported. ` +
        'Its results file can still be scored (asbench evaluate with its results.pkl); for everything else, run it again.',
    );
  const fault =
    hasFields({ format: isOneOf(RUN_FORMAT) })(value, '') ?? manifest(value, '') ?? tooManyGroups(value as Grouping);
  if (fault === null) return { ...planSettings(value as RunManifest), ...(value as RunManifest) };
  throw new UserError(
    `${name}/run.json: ${fault.replace(/^: /, '')}. It was written by another version or edited by hand.`,
  );
}

/** The fields of `run.json` as JSON, each with its own checksum. The mark of synthetic data is a field. */
export function fieldsOfManifest(text: string): [key: string, json: string][] {
  const { dataset, ...rest } = parseJson(text, 'run.json') as Record<string, unknown>;
  const { synthetic, ...others } = (dataset ?? {}) as Record<string, unknown>;
  const fields = Object.entries({ ...rest, dataset: others, synthetic });
  return fields.map(([key, value]) => [key, JSON.stringify(value) ?? '']);
}
