import type { ListedFlows, ListedScoring } from '@itinera/humob';
import type { CommandPlace } from './commands.js';
import type { FindingSpread, ShownFindings } from './findings.js';
import type { SameProblems } from './people.js';

/** A run in the list. Missing facts are null. */
export interface RunItem {
  readonly name: string;
  /** The problem with the folder; null if there is none. */
  readonly trouble: string | null;
  readonly task: string | null;
  readonly taskVersion: string | null;
  readonly state: 'running' | 'stopped' | 'finished' | 'failed' | null;
  readonly agent: string | null;
  readonly models: readonly string[];
  readonly city: string | null;
  /** The name of its scenario. */
  readonly scenario: string | null;
  /** The newest finished run with the same inputs but no scenario; null for runs without one. */
  readonly base: string | null;
  readonly people: number | null;
  readonly peopleDone: number | null;
  /** Share of the time steps of all people, while one process simulates them. */
  readonly stepsDone: number | null;
  readonly seed: number | null;
  /** Equal for runs that differ only in their seed. */
  readonly setup: string | null;
  /** Equal for runs that differ only in their scenario. */
  readonly inputs: string | null;
  readonly synthetic: boolean;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly seconds: number | null;
  readonly score: FindingSpread | null;
  readonly reference: FindingSpread | null;
  readonly floor: FindingSpread | null;
  readonly ceiling: FindingSpread | null;
  readonly problems: number | null;
  /** Why the result is invalid; empty if it is valid. */
  readonly invalid: readonly string[];
  /** Calls of language models up to now, and their cost in US dollars; null if there are none or they are being counted. */
  readonly calls: number | null;
  readonly cost: number | null;
  /** Answers with unknown prices, which `cost` excludes. */
  readonly unpriced: number | null;
  /** Runs of a board whose intervals overlap with the best one's share a number, from 1. */
  readonly tie: number | null;
}

/** A report of `asbench measure` in the list. */
export interface ListedMeasures {
  readonly name: string;
  readonly trouble: string | null;
  /** Names of the compared sets. */
  readonly real: string | null;
  readonly generated: string | null;
  readonly people: number | null;
  /** Number of measures, and of those that differ beyond chance. */
  readonly measures: number | null;
  readonly different: number | null;
}

/** Runs of one setup with different seeds. */
export interface ListedSweep {
  readonly setup: string;
  /** Mean of the valid scores, with the interval of Student's t. */
  readonly score: FindingSpread;
  readonly seeds: number;
  /** Runs whose results are invalid, which the mean excludes. */
  readonly invalid: number;
}

export interface Listing {
  /** Name of the folder of the runs. */
  readonly folder: string;
  /** All runs of the folder; if they are many, a page of those that the query asks for. */
  readonly runs: readonly RunItem[];
  /** Number of runs in the folder. */
  readonly count: number;
  /** Rows of the list (a run, or those of a sweep) of which `runs` is a page, its first and their number. */
  readonly total: number;
  readonly offset: number;
  readonly shown: number;
  /** The values of each filter among all runs, by its name in the address. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly sweeps: readonly ListedSweep[];
  readonly scorings: readonly ListedScoring[];
  readonly flows: readonly ListedFlows[];
  readonly measures: readonly ListedMeasures[];
}

/** A metric of `scores.json`. */
export interface MetricRow {
  readonly key: string;
  readonly spread: FindingSpread;
  readonly floor: FindingSpread | null;
  readonly ceiling: FindingSpread | null;
}

/** A part of a run, as of its last update. */
export interface RunPartItem {
  readonly number: number;
  readonly host: string;
  readonly people: number;
  readonly peopleDone: number;
  /** ISO 8601. */
  readonly at: string;
}

/** The progress of a run in parts. */
export interface RunParts {
  /** Last update of any part, ISO 8601. */
  readonly latest: string;
  readonly all: number;
  readonly done: number;
  readonly running: number;
  /** Machines with running parts. */
  readonly hosts: readonly string[];
  /** Time left at the speed of the running parts; null if unknown. */
  readonly secondsLeft: number | null;
  readonly calls: number;
  /** US dollars. */
  readonly cost: number;
  /** Parts with more than twice the median time left; without an update for a minute; stopped. */
  readonly slow: readonly RunPartItem[];
  readonly silent: readonly RunPartItem[];
  readonly stopped: readonly RunPartItem[];
  /** Numbers of the parts that have never been started. */
  readonly missing: readonly number[];
}

/** A call that was answered or failed last. */
export interface LatestCall {
  readonly person: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly failed: boolean;
  /** The first line of the answer or of the error. */
  readonly text: string;
  readonly tokens: number;
  /** Simulated time of the call, seconds since the first midnight. */
  readonly time: number;
}

/** A run in progress. */
export interface RunLive {
  /** At the speed of this process; null if unknown. */
  readonly secondsLeft: number | null;
  /** Within the last minute; null without calls. */
  readonly callsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  /** The latest first. */
  readonly answers: readonly LatestCall[];
  /** Failures among the latest calls by message, the most frequent first. */
  readonly errors: readonly { readonly message: string; readonly count: number; readonly person: number }[];
  /** The people who called last, with the share of the run that they have lived. */
  readonly people: readonly { readonly person: number; readonly share: number; readonly time: number }[];
}

/** The page of a run. */
export interface RunDetail {
  readonly run: RunItem;
  /** Null if the run has no parts, or they are merged. */
  readonly parts: RunParts | null;
  /** Null unless the run is in progress. */
  readonly live: RunLive | null;
  /** The date of day 0, `YYYY-MM-DD`; null if days have no dates. */
  readonly firstDay: string | null;
  /** False for a simulation, which has no scores. */
  readonly isScored: boolean;
  readonly stepSeconds: number;
  readonly steps: number;
  readonly documented: readonly MetricRow[];
  readonly referenceProfile: readonly MetricRow[];
  /** How intervals and ceiling were computed. */
  readonly methods: { readonly noise: string | null; readonly ceiling: string | null };
  readonly totals: {
    readonly people: number;
    readonly trips: number;
    readonly failedTrips: number;
    readonly minutes: number;
    readonly kilometres: number;
    readonly problems: number;
    readonly fallbacks: number;
    /** A sentence on trips that had not ended with the run; none without any. */
    readonly underWay: readonly string[];
  } | null;
  /** `shown`, `withheld` by the server, or `absent`; only with `shown` are there charts. */
  readonly truth: 'shown' | 'withheld' | 'absent';
  readonly findings: ShownFindings | null;
  /** Why the findings cannot be computed, such as a damaged table; null if they can, or there are none. */
  readonly damage: string | null;
  /** What limits the result, in sentences; what makes it invalid is in `run.invalid`. */
  readonly warnings: readonly string[];
  /** The first of the kept problems, then the most frequent. */
  readonly problems: readonly SameProblems[];
  /** The configuration, without keys. */
  readonly manifest: Readonly<Record<string, unknown>> | null;
  readonly hasCalls: boolean;
  /** How commands name this run. */
  readonly command: CommandPlace;
}
