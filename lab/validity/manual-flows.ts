import type { CrossingCase } from './crossings.js';

/** Saturation headways at all-way stops, seconds, by degree of conflict: one lane, and two with all of them in use. */
const ALL_WAY = [
  [3.9, 4.7, 5.8, 7, 9.6],
  [4.5, 6.2, 7.2, 9, 11.5],
] as const;
/** Critical and follow-up headways, seconds: left from the major street; right, straight, left from the minor one. */
const GAPS = [
  [
    [4.1, 2.2],
    [6.2, 3.3],
    [6.5, 4],
    [7.1, 3.5],
  ],
  [
    [4.1, 2.2],
    [6.9, 3.3],
    [6.5, 4],
    [7.5, 3.5],
  ],
] as const;
const SATURATION = 1800;

/**
 * Cars per hour through a crossing without lights, by arm (east, north, west, south), by the manual: the demand, or the
 * capacity if that is less.
 * @see Highway Capacity Manual, 6th edition, chapters 20 (two-way stops, one stage) and 21 (all-way stops)
 */
export function manualFlows(one: CrossingCase, cars: number): number[] {
  const demand = [one.major / 2, (1 - one.major) / 2, one.major / 2, (1 - one.major) / 2].map((share) => share * cars);
  return one.priority ? twoWay(one, demand) : allWay(one, demand);
}

/** Departure headways follow from how likely someone waits on each of the other arms, which follows from the headways. */
function allWay({ lanes, left, right }: CrossingCase, demand: readonly number[]): number[] {
  const row = ALL_WAY[lanes - 1]!;
  const turns = lanes === 1 ? 0.2 * left - 0.6 * right : 0.5 * left - 0.7 * right;
  let headways = demand.map(() => row[0] as number);
  for (let round = 0; round < 200; round++) {
    const busy = demand.map((flow, arm) => Math.min(1, (flow / lanes / 3600) * headways[arm]!));
    const next = demand.map((_, arm) => {
      const [side, opposite, other] = [1, 2, 3].map((apart) => busy[(arm + apart) % 4]!) as [number, number, number];
      const none = (1 - side) * (1 - other);
      const both = side * other;
      const either = 1 - none - both;
      const chances = [
        (1 - opposite) * none,
        opposite * none,
        (1 - opposite) * either,
        opposite * either + (1 - opposite) * both,
        opposite * both,
      ];
      return turns + chances.reduce((mean, chance, i) => mean + chance * row[i]!, 0);
    });
    headways = headways.map((headway, arm) => (headway + next[arm]!) / 2);
  }
  return demand.map((flow, arm) => Math.min(flow, (lanes * 3600) / headways[arm]!));
}

/** Both halves of each street have the same traffic, so that one of each is enough. */
function twoWay({ lanes, left, right }: CrossingCase, demand: readonly number[]): number[] {
  const [major, wanted] = [demand[0]!, demand[1]!];
  const [majorLeft, majorRight, majorOn] = [major * left, major * right, major * (1 - left - right)];
  const gaps = GAPS[lanes - 1]!;
  const capacity = (conflicting: number, [critical, followUp]: readonly [number, number]) =>
    (conflicting * Math.exp((-conflicting * critical) / 3600)) / (1 - Math.exp((-conflicting * followUp) / 3600));
  const free = (flow: number, most: number) => Math.max(0, 1 - flow / most);
  const leftCapacity = capacity(majorOn + majorRight, gaps[0]);
  // Those behind a car that waits in a shared lane wait too.
  const behind = (majorOn + majorRight) / lanes / SATURATION;
  const noLeft = Math.max(0, 1 - (1 - free(majorLeft, leftCapacity)) / Math.max(0.05, 1 - behind));
  const rightCapacity = capacity(majorOn / lanes + majorRight / 2, gaps[1]);
  const onCapacity = capacity(4 * majorLeft + 2 * majorOn + 1.5 * majorRight, gaps[2]) * noLeft ** 2;
  // Only those who get through stand in the way of others, so that their number follows from itself.
  let minor = wanted;
  for (let round = 0; round < 100; round++) {
    const [minorRight, minorOn] = [minor * right, minor * (1 - left - right)];
    const impeded = noLeft ** 2 * free(minorOn / lanes, onCapacity);
    const adjusted = 0.65 * impeded - impeded / (impeded + 3) + 0.6 * Math.sqrt(impeded);
    const across = 4 * majorLeft + (lanes === 1 ? 2 : 1.5) * majorOn + majorRight + (minorOn + minorRight) / 2;
    const turnCapacity = capacity(across, gaps[3]) * adjusted * free(minorRight / lanes, rightCapacity);
    const shared = 1 / (right / rightCapacity + (1 - left - right) / onCapacity + left / turnCapacity);
    minor = (minor + Math.min(wanted, lanes * (shared || 0))) / 2;
  }
  return [major, minor, major, minor];
}
