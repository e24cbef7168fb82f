import type { RunFolder } from '@itinera/run';
import type { ScenarioPlace } from '@itinera/runner';
import type { Geography } from '../exports/geography.js';
import type { TripPair } from './paired-people.js';
import type { PairedValue } from './paired-value.js';
import type { RoadChange } from './road-changes.js';

/** A group of people: those of an occupation, an age, a zone. */
export interface GroupChange extends PairedValue {
  readonly group: string;
  readonly value: string;
  readonly people: number;
  /** People whose travel takes at least a minute per day longer (or shorter), or who miss more (or fewer) trips. */
  readonly lose: number;
  readonly win: number;
}

/** A person in both runs, per day. */
export interface PersonChange {
  readonly id: number;
  readonly home: number;
  readonly tripsA: number;
  readonly tripsB: number;
  readonly minutesA: number;
  readonly minutesB: number;
  readonly kmA: number;
  readonly kmB: number;
  /** Kilograms of CO2 by car, petrol; null without routes. */
  readonly co2A: number | null;
  readonly co2B: number | null;
  readonly failedA: number;
  readonly failedB: number;
  readonly verdict: 'loses' | 'wins' | 'similar' | 'same';
}

/** A trip in one run or both. */
export type TripChange = TripPair & {
  readonly id: number;
  readonly purpose: string;
  readonly change: 'both' | 'gone' | 'new';
};

/** A zone by the homes of people: `value` is its column and row, `name` in words. */
export interface ZoneChange extends GroupChange {
  readonly name: string;
  readonly at: readonly [number, number] | null;
}

/** How many people a place of the scenario concerns, and how they use it. */
export interface ConcernedPeople {
  readonly label: string;
  readonly by: 'drive there' | 'ride it';
  readonly people: number;
}

/** People by the change of their travel, in minutes per day. */
export interface ChangeBin {
  /** From this on; null if it has no end. */
  readonly from: number | null;
  readonly to: number | null;
  readonly people: number;
}

/** Trips that both runs have, by another mode; modes in words. */
export interface ModeChange {
  readonly from: string;
  readonly to: string;
  readonly trips: number;
  readonly people: number;
  /** Mean duration in each run, of those that arrive in both; null without any. */
  readonly minutesA: number | null;
  readonly minutesB: number | null;
}

/** Two simulations of the same people, compared person by person. */
export interface SimulationComparison {
  readonly a: RunFolder;
  readonly b: RunFolder;
  /** What changed, in sentences: who loses and wins first. */
  readonly says: readonly string[];
  /** What limits the modes of travel in the second run, in sentences. */
  readonly limits: readonly string[];
  /** How the numbers are computed, and what they cannot show. */
  readonly method: readonly string[];
  /** The scenario of the second run as the subject of a sentence, if it is all in which the runs differ; otherwise null. */
  readonly effectOf: string | null;
  /** Where the scenario changes the city. */
  readonly places: readonly ScenarioPlace[];
  /** People who drive on the roads of such a place, or ride its lines, in either run; without runs with routes, lines only. */
  readonly concerned: readonly ConcernedPeople[];
  readonly scenarios: readonly [string | null, string | null];
  /** What readers call the runs: by their scenarios if these tell them apart. */
  readonly names: readonly [string, string];
  /** What each run said about its scenario before it began. */
  readonly said: readonly [readonly string[], readonly string[]];
  readonly synthetic: boolean;
  readonly startedAt: string;
  readonly people: number;
  readonly days: number;
  /** Why differences are not only effects of the scenario. */
  readonly caveats: readonly string[];
  /** Means per person and day. */
  readonly totals: Readonly<Record<string, PairedValue>>;
  /**
   * Trips that arrive in both runs (`n`), that both have but one does not finish, and that only one has; the mean change of the
   * duration of the first in minutes, null without any.
   */
  readonly sameTrips: {
    readonly n: number;
    readonly unfinished: number;
    readonly gone: number;
    readonly added: number;
    readonly delay: Omit<GroupChange, 'group' | 'value'> | null;
  };
  /** People with trips that fail which did not fail before, the ids of some, these trips, and those that these people no longer make. */
  readonly cutOff: {
    readonly people: number;
    readonly ids: readonly number[];
    readonly failed: number;
    readonly gone: number;
  };
  /** From those who gain most; without people with more or fewer trips that fail. */
  readonly distribution: readonly ChangeBin[];
  readonly modeChanges: readonly ModeChange[];
  readonly verdicts: Readonly<Record<PersonChange['verdict'], number>>;
  /** Minutes of travel per person and day. */
  readonly groups: readonly GroupChange[];
  /** Why the difference of a group and its losers point apart, as a sentence; null if they do not. */
  readonly groupNote: string | null;
  /** Minutes of the trips in both runs, by purpose. */
  readonly purposes: readonly GroupChange[];
  readonly zones: readonly ZoneChange[];
  /** Vehicles per day; null if a run has no routes. */
  readonly roads: readonly RoadChange[] | null;
  readonly persons: readonly PersonChange[];
  /** Empty unless they were asked for. */
  readonly trips: readonly TripChange[];
  readonly geography: Geography;
}

/** A comparison as the terminal, `--json`, pages and reports render it: without people and trips, and roads whose cars change. */
export interface SimulationAnswer extends Omit<SimulationComparison, 'a' | 'b' | 'persons' | 'trips' | 'geography'> {
  readonly a: string;
  readonly b: string;
}

export function answerOf({
  persons: _,
  trips: __,
  geography: ___,
  ...compared
}: SimulationComparison): SimulationAnswer {
  const { a, b, roads } = compared;
  const changed = roads?.filter(({ difference }) => difference !== 0) ?? null;
  return { ...compared, a: a.name, b: b.name, roads: changed };
}
