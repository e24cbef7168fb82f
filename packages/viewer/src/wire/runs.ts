import type { FindingSpread, ShownFindings } from './findings.js';

/** A run in the list. What a folder lacks is null; what is wrong with it is said. */
export interface RunItem {
  readonly name: string;
  /** What is wrong with the folder, in words; null when nothing is. */
  readonly trouble: string | null;
  readonly task: string | null;
  readonly taskVersion: string | null;
  readonly state: 'running' | 'stopped' | 'finished' | 'failed' | null;
  readonly agent: string | null;
  readonly models: readonly string[];
  readonly city: string | null;
  readonly people: number | null;
  readonly peopleDone: number | null;
  readonly seed: number | null;
  readonly synthetic: boolean;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly seconds: number | null;
  readonly score: FindingSpread | null;
  readonly reference: FindingSpread | null;
  readonly floor: FindingSpread | null;
  readonly ceiling: FindingSpread | null;
  readonly problems: number | null;
  /** Calls of language models so far and what they cost in US dollars; null when there are none or they are being counted. */
  readonly calls: number | null;
  readonly cost: number | null;
  /** Answers among them whose price is not known: `cost` leaves them out. */
  readonly unpriced: number | null;
  /** Runs of the same board whose intervals overlap with the best of them share a number, from 1. */
  readonly tie: number | null;
}

/** A HuMob scoring in the list. */
export interface ListedScoring {
  readonly name: string;
  readonly trouble: string | null;
  readonly rules: string | null;
  readonly generated: string | null;
  readonly users: number | null;
  readonly geobleu: FindingSpread | null;
  readonly dtw: FindingSpread | null;
  readonly synthetic: boolean;
}

export interface Listing {
  /** The folder that the runs are in, as the user named it. */
  readonly folder: string;
  readonly runs: readonly RunItem[];
  readonly scorings: readonly ListedScoring[];
}

/** A metric of `scores.json` with all that is known of it. */
export interface MetricRow {
  readonly key: string;
  readonly spread: FindingSpread;
  readonly floor: FindingSpread | null;
  readonly ceiling: FindingSpread | null;
}

/** A part of a run, by its own last word. */
export interface RunPartItem {
  readonly number: number;
  readonly host: string;
  readonly people: number;
  readonly peopleDone: number;
  /** ISO 8601. */
  readonly at: string;
}

/** How far a run is that is made in parts. */
export interface RunParts {
  /** When one of them last said something, ISO 8601. */
  readonly latest: string;
  readonly all: number;
  readonly done: number;
  readonly running: number;
  /** Machines at work. */
  readonly hosts: readonly string[];
  /** At the speed of those at work; null when it is not known. */
  readonly secondsLeft: number | null;
  readonly calls: number;
  /** US dollars. */
  readonly cost: number;
  /** Parts that have more than twice as long to go as the one in the middle; that were silent for a minute; that were stopped. */
  readonly slow: readonly RunPartItem[];
  readonly silent: readonly RunPartItem[];
  readonly stopped: readonly RunPartItem[];
}

/** A run's page. */
export interface RunDetail {
  readonly run: RunItem;
  /** Null when it is not made in parts, or all are put together. */
  readonly parts: RunParts | null;
  /** The date of day 0, `YYYY-MM-DD`; null when days have none. */
  readonly firstDay: string | null;
  /** Days with weather of their own. */
  readonly days: readonly { readonly weather: string; readonly stormy: boolean }[];
  /** False for a simulation, of which nothing is scored. */
  readonly isScored: boolean;
  readonly stepSeconds: number;
  readonly steps: number;
  readonly documented: readonly MetricRow[];
  readonly referenceProfile: readonly MetricRow[];
  /** How intervals, floor and ceiling came about. */
  readonly methods: { readonly noise: string | null; readonly ceiling: string | null; readonly level: number | null };
  readonly totals: {
    readonly people: number;
    readonly trips: number;
    readonly failedTrips: number;
    readonly minutes: number;
    readonly kilometres: number;
    readonly problems: number;
    readonly fallbacks: number;
  } | null;
  /** `shown`, `withheld` by the one who serves it, or `absent`: then there are scores but no charts. */
  readonly truth: 'shown' | 'withheld' | 'absent';
  readonly findings: ShownFindings | null;
  /** What was asked for, without keys. */
  readonly manifest: Readonly<Record<string, unknown>> | null;
  readonly hasCalls: boolean;
  /** Whether positions can be shown: the map and the profiles are at hand. */
  readonly replay: { readonly possible: boolean; readonly reason: string | null };
}
