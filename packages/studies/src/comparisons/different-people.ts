const MOST_PEOPLE = 40;

/** A person in two runs: the value in the first, then in the second. */
export interface PersonDifference {
  readonly id: number;
  /** Sum of relative differences, 0 for equal. */
  readonly apart: number;
  /** Points of the headline lost; null while or if unknown. */
  readonly points: readonly [number | null, number | null];
  readonly trips: readonly [number, number];
  readonly places: readonly [number, number];
  readonly kilometres: readonly [number, number];
  /** Metres; null if the benchmark does not measure it. */
  readonly radius: readonly [number, number] | null;
}

/** The people of a run in columns. */
export interface PeopleNumbers {
  /** The row of each person by id. */
  readonly rowOf: ReadonlyMap<number, number>;
  readonly trips: ArrayLike<number>;
  readonly places: ArrayLike<number>;
  readonly metres: ArrayLike<number>;
  /** Metres; NaN if unknown. */
  readonly radius: ArrayLike<number>;
  /** Points lost; NaN if unknown. */
  readonly cost: ArrayLike<number>;
}

/**
 * The people whose days differ most between two runs, by the sum of relative differences; after them, those who only lose other
 * points. @returns null without people in common
 */
export function mostDifferentPeople(one: PeopleNumbers, other: PeopleNumbers): PersonDifference[] | null {
  let inCommon = 0;
  const differences: PersonDifference[] = [];
  for (const [id, i] of one.rowOf) {
    const k = other.rowOf.get(id);
    if (k === undefined) continue;
    inCommon++;
    const pair = (of: (table: PeopleNumbers, row: number) => number) => [of(one, i), of(other, k)] as const;
    const radius = pair((table, row) => table.radius[row]!);
    const kilometres = pair((table, row) => table.metres[row]! / 1000);
    const trips = pair((table, row) => table.trips[row]!);
    const places = pair((table, row) => table.places[row]!);
    const apart = [radius, kilometres, trips, places]
      .map(([x, y]) => (Number.isNaN(x) || Number.isNaN(y) ? 0 : Math.abs(x - y) / (Math.abs(x) + Math.abs(y) || 1)))
      .reduce((sum, value) => sum + value, 0);
    const points = [pointsOf(one, i), pointsOf(other, k)] as const;
    if (apart === 0 && inPoints(points) === 0) continue;
    differences.push({
      id,
      apart,
      points,
      trips,
      places,
      kilometres,
      radius: Number.isNaN(radius[0]) || Number.isNaN(radius[1]) ? null : radius,
    });
  }
  if (inCommon === 0) return null;
  return differences
    .sort((x, y) => y.apart - x.apart || inPoints(y.points) - inPoints(x.points) || x.id - y.id)
    .slice(0, MOST_PEOPLE);
}

/** How far apart two losses of points are: 0 while one of them is unknown, such as before it has been computed. */
function inPoints([x, y]: PersonDifference['points']): number {
  return x === null || y === null ? 0 : Math.abs(x - y);
}

function pointsOf({ cost }: PeopleNumbers, row: number): number | null {
  const points = cost[row]!;
  return Number.isNaN(points) ? null : points;
}
