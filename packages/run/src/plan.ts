import type { AgentSource } from './agent-source.js';
import {
  hasFields,
  isFlag,
  isList,
  isNumber,
  isOneOf,
  isPositive,
  isText,
  isWhole,
  nullable,
  optional,
  type Shape,
} from './formats/shape.js';

/** Longer timeouts overflow timers. */
export const LONGEST_TIMEOUT_SECONDS = 2_000_000;

const isSeconds: Shape = (value, name) =>
  isPositive(value, name) ??
  ((value as number) <= LONGEST_TIMEOUT_SECONDS ? null : `${name}: expected at most ${LONGEST_TIMEOUT_SECONDS}`);

interface Setting {
  readonly default: unknown;
  /** What it may be in `run.json`. */
  readonly is: Shape;
  /** True if runs of older versions lack it; they have the default. */
  readonly isNew?: true;
}

/**
 * The settings of a run with a plain default. A new one is an entry here, with `isNew`, an option of its name in
 * `asbench/src/commands/trial-options.ts`, and the line where it acts.
 */
const SETTINGS = {
  mode: { default: 'test' as 'test' | 'inference', is: isOneOf('test', 'inference') },
  seed: { default: 1, is: isWhole },
  /** Of one step of an agent, without its waits for a language model. */
  stepTimeoutSeconds: { default: 30, is: isSeconds },
  /** Models in use, such as `deepseek/deepseek-chat`. */
  models: { default: [] as readonly string[], is: isList(isText) },
  /** The configuration without its secrets. */
  config: { default: {} as unknown, is: hasFields({}) },
  /** The file of the configuration. */
  configPath: { default: null as string | null, is: nullable(isText) },
  tenantId: { default: '', is: isText },
  official: { default: false as boolean, is: isFlag },
  /** Figures of a survey of one's own, for the realism card: `SurveyFigures` of `mobility`. */
  observed: {
    default: null as null | {
      readonly source: string;
      readonly measures: readonly { readonly measure: string; readonly low: number; readonly high: number }[];
      readonly warning?: string;
      readonly flows?: { readonly areas: readonly number[]; readonly people: readonly number[] } | null;
    },
    is: nullable(
      hasFields({
        source: isText,
        measures: isList(hasFields({ measure: isText, low: isNumber, high: isNumber })),
        warning: optional(isText),
        flows: optional(nullable(hasFields({ areas: isList(isNumber), people: isList(isNumber) }))),
      }),
    ),
    isNew: true,
  },
} satisfies Record<string, Setting>;

type Settings = typeof SETTINGS;
export type PlanSettings = { readonly [Name in keyof Settings]: Settings[Name]['default'] };

/**
 * What is asked of a run: plain data, complete. Whoever starts a run makes one. A manifest is a plan, too, so a run can be
 * repeated from its own.
 */
export interface RunPlan extends PlanSettings {
  /** Name of the benchmark. */
  readonly task: string;
  /** Its file, if it is not built in. */
  readonly taskFile?: string;
  readonly people: number;
  readonly agent: {
    readonly source: AgentSource;
    readonly params: Readonly<Record<string, unknown>>;
  };
  readonly dataset: {
    readonly folder: string;
    /** Seed of the move to another city; null if nobody is moved. */
    readonly relocated: number | null;
    /** Number of its people if those of the run are a random sample of them; otherwise they are the first ones. */
    readonly sampledFrom?: number;
  };
  /** The map, after the changes of the scenario. */
  readonly map: { readonly path: string };
  readonly congestion: 'off' | 'bpr' | 'queue';
  /** Movement options other than the defaults: `MovementSettings` of `city` as JSON. */
  readonly movement?: Readonly<Record<string, unknown>>;
  /** What the simulation changes, and the map before its changes. */
  readonly scenario?: {
    readonly name: string;
    /** A `Scenario` of `city` as JSON, checked where it is used. */
    readonly changes: object;
    readonly map: { readonly path: string; readonly hash: string };
    /** Sentences about its effects, and warnings, which earlier runs have among these sentences. */
    readonly said?: readonly string[];
    readonly warned?: readonly string[];
  };
  /** `step`: nobody begins a step before everyone has finished the previous one. */
  readonly order: 'free' | 'step';
  /** Whether routes are kept lane by lane. */
  readonly routes: boolean;
}

const settings: readonly (readonly [name: string, Setting])[] = Object.entries(SETTINGS);

/** What each setting may be in `run.json`. */
export const shapesOfPlan: Readonly<Record<string, Shape>> = Object.fromEntries(
  settings.map(([name, { is, isNew }]) => [name, isNew ? optional(is) : is]),
);

/** All settings: the given ones, and the defaults of the others. Other keys are left out. */
export function planSettings(
  given: { readonly [Name in keyof Settings]?: PlanSettings[Name] | undefined } = {},
): PlanSettings {
  const values = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(settings.map(([name, one]) => [name, values[name] ?? one.default])) as PlanSettings;
}

/** The settings that runs of older versions lack, where they differ from the defaults: they identify a run, too. */
export function newSettings(plan: PlanSettings): readonly (readonly [name: string, value: unknown])[] {
  return settings.flatMap(([name, { isNew, default: usual }]) => {
    const value = plan[name as keyof PlanSettings];
    return !isNew || JSON.stringify(value) === JSON.stringify(usual) ? [] : [[name, value]];
  });
}
