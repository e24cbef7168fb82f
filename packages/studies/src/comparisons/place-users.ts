import { MotionStatus } from '@itinera/city';
import type { ScenarioPlace } from '@itinera/runner';
import type { Geography } from '../exports/geography.js';
import type { RunOfPerson } from '../exports/people-of-run.js';
import type { ConcernedPeople } from './simulation-comparison.js';

/** Counts the people whom each place of a scenario concerns: those who drive on its roads, and those who ride its lines. */
export class PlaceUsers {
  readonly #users: {
    readonly label: string;
    readonly by: ConcernedPeople['by'];
    readonly of: ReadonlySet<number>;
    readonly isOfBoth: boolean;
  }[];
  readonly #counts: number[];

  /**
   * @param places of the second run
   * @param withRoutes whether the runs say on which roads people drive
   * @param isOneMap whether both runs have the same map: lines that scenarios add may have the same ids on different ones
   */
  constructor(
    places: readonly ScenarioPlace[],
    private readonly geography: Geography,
    private readonly withRoutes: boolean,
    isOneMap: boolean,
  ) {
    this.#users = places.flatMap(({ kind, label, roads, sublines }) => {
      const isOfBoth = isOneMap || kind !== 'new';
      return [
        ...(withRoutes && roads.length > 0
          ? [{ label, by: 'drive there' as const, of: new Set(roads), isOfBoth }]
          : []),
        ...(sublines.length > 0 ? [{ label, by: 'ride it' as const, of: new Set(sublines), isOfBoth }] : []),
      ];
    });
    this.#counts = this.#users.map(() => 0);
  }

  /** Adds a person, who is in both runs. */
  add(runs: readonly [RunOfPerson, RunOfPerson]): void {
    if (this.#users.length === 0) return;
    const used = runs.map((run) => ({ rides: run.rides, roads: this.withRoutes ? this.#roadsOf(run) : [] }));
    this.#users.forEach(({ by, of, isOfBoth }, i) => {
      const isUser = (isOfBoth ? used : used.slice(1)).some(({ rides, roads }) =>
        (by === 'ride it' ? rides : roads).some((one) => of.has(one)),
      );
      if (isUser) this.#counts[i]!++;
    });
  }

  #roadsOf({ routes }: RunOfPerson): readonly number[] {
    const roads = new Set<number>();
    for (const { status, lanes } of routes)
      if (status === MotionStatus.DRIVING) for (const lane of lanes) roads.add(this.geography.roadOfLane(lane));
    return [...roads];
  }

  counts(): ConcernedPeople[] {
    return this.#users.map(({ label, by }, i) => ({ label, by, people: this.#counts[i]! }));
  }
}
