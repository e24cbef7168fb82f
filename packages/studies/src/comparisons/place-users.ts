import { MotionStatus } from '@itinera/city';
import type { ScenarioPlace } from '@itinera/runner';
import type { Geography } from '../exports/geography.js';
import type { RunOfPerson } from '../exports/people-of-run.js';
import type { ConcernedPeople } from './simulation-comparison.js';

/** Counts the people whom each place of a scenario concerns: those who drive on its roads, and those who ride its lines. */
export class PlaceUsers {
  readonly #users: { readonly label: string; readonly by: ConcernedPeople['by']; readonly of: ReadonlySet<number> }[];
  readonly #counts: number[];

  /** @param withRoutes whether the runs say on which roads people drive */
  constructor(
    places: readonly ScenarioPlace[],
    private readonly geography: Geography,
    private readonly withRoutes: boolean,
  ) {
    this.#users = places.flatMap(({ label, roads, sublines }) => [
      ...(withRoutes && roads.length > 0 ? [{ label, by: 'drive there' as const, of: new Set(roads) }] : []),
      ...(sublines.length > 0 ? [{ label, by: 'ride it' as const, of: new Set(sublines) }] : []),
    ]);
    this.#counts = this.#users.map(() => 0);
  }

  /** Adds a person, who is in both runs. */
  add(runs: readonly RunOfPerson[]): void {
    if (this.#users.length === 0) return;
    const rides = runs.flatMap((run) => run.rides);
    const roads = new Set<number>();
    for (const { status, lanes } of this.withRoutes ? runs.flatMap((run) => run.routes) : [])
      if (status === MotionStatus.DRIVING) for (const lane of lanes) roads.add(this.geography.roadOfLane(lane));
    this.#users.forEach(({ by, of }, i) => {
      if ([...(by === 'ride it' ? rides : roads)].some((one) => of.has(one))) this.#counts[i]!++;
    });
  }

  counts(): ConcernedPeople[] {
    return this.#users.map(({ label, by }, i) => ({ label, by, people: this.#counts[i]! }));
  }
}
