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
/** Less for left turns from the minor street where it ends. */
const TEE = 0.7;
const SATURATION = 1800;

/** Traffic at a crossing of four arms (east, north, west, south), or of three, without the one to the south. */
export interface ManualTraffic {
  /** Whether the street from west to east has priority; otherwise all stop. */
  readonly priority: boolean;
  readonly lanes: 1 | 2;
  /** On the street without priority; as many as on the other by default. */
  readonly minorLanes?: 1 | 2;
  /** The part of the cars that comes from each arm. */
  readonly shares: readonly number[];
  readonly left: number;
  readonly right: number;
}

/** The cars from an arm by their way; as an hour's number or as parts of all. */
interface Ways {
  readonly left: number;
  readonly on: number;
  readonly right: number;
}

/**
 * Cars per hour through a crossing without lights, by arm, by the manual: the demand, or the capacity if that is less.
 * @see Highway Capacity Manual, 6th edition, chapters 20 (two-way stops, one stage) and 21 (all-way stops)
 */
export function manualFlows(one: ManualTraffic, cars: number): number[] {
  const demand = one.shares.map((share) => share * cars);
  return one.priority ? twoWay(one, demand) : allWay(one, demand);
}

/** Departure headways follow from how likely someone waits on each of the other arms, which follows from the headways. */
function allWay({ lanes, left, right }: ManualTraffic, demand: readonly number[]): number[] {
  const row = ALL_WAY[lanes - 1]!;
  const turns = lanes === 1 ? 0.2 * left - 0.6 * right : 0.5 * left - 0.7 * right;
  // Of three equal arms, both others come from the sides.
  const apart = demand.length === 4 ? [1, 2, 3] : [1, 3, 2];
  let headways = demand.map(() => row[0] as number);
  for (let round = 0; round < 200; round++) {
    const busy = demand.map((flow, arm) => Math.min(1, (flow / lanes / 3600) * headways[arm]!));
    const next = demand.map((_, arm) => {
      const others = apart.map((by) => (by < demand.length ? busy[(arm + by) % demand.length]! : 0));
      const [side, opposite, other] = others as [number, number, number];
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

/** The parts of the cars from an arm by their way; those whose way does not exist take the others. */
function partsOf({ shares, left, right }: ManualTraffic, arm: number): Ways {
  const exists = (by: number) => (arm + by) % 4 < shares.length;
  const parts = [exists(3) ? left : 0, exists(2) ? 1 - left - right : 0, exists(1) ? right : 0];
  const rest = 1 - parts.reduce((sum, part) => sum + part, 0);
  const others = [3, 2, 1].map((by) => (exists(by) ? rest / (shares.length - 1) : 0));
  const [toLeft, on, toRight] = parts.map((part, i) => part + others[i]!) as [number, number, number];
  return { left: toLeft, on, right: toRight };
}

const NO_ONE: Ways = { left: 0, on: 0, right: 0 };

function twoWay(one: ManualTraffic, demand: readonly number[]): number[] {
  const { lanes, minorLanes = lanes } = one;
  const isTee = demand.length === 3;
  const parts = [0, 1, 2, 3].map((arm) => (arm < demand.length ? partsOf(one, arm) : NO_ONE));
  const flows = parts.map((part, arm) => times(part, demand[arm] ?? 0));
  const [leftGap, rightGap, onGap, [farCritical, farFollowUp]] = GAPS[lanes - 1]!;
  const farGap = [farCritical - (isTee ? TEE : 0), farFollowUp] as const;
  const noLefts = [0, 2].map((arm) => {
    const [own, oncoming] = [flows[arm]!, flows[2 - arm]!];
    if (own.left === 0) return 1;
    // Those behind a car that waits in a shared lane wait too.
    const behind = (own.on + own.right) / lanes / SATURATION;
    const waiting = 1 - free(own.left, capacity(oncoming.on + oncoming.right, leftGap));
    return Math.max(0, 1 - waiting / Math.max(0.05, 1 - behind));
  });
  const noLeft = noLefts[0]! * noLefts[1]!;
  const minors = [1, 3].map((arm) => {
    // The streams that come from the left and from the right.
    const [near, far] = [flows[arm - 1]!, flows[(arm + 1) % 4]!];
    const across = 2 * near.left + near.on + near.right / 2 + 2 * far.left;
    return {
      across: across + far.on / lanes + (isTee ? 0 : far.right / 2),
      on: capacity(across + far.on + far.right, onGap) * noLeft,
      right: capacity(near.on / lanes + near.right / 2, rightGap),
    };
  });
  // Only those who get through stand in the way of others, so that their number follows from itself.
  const through = [...demand];
  for (let round = 0; round < 100; round++)
    for (const arm of isTee ? [1] : [1, 3]) {
      const [own, other] = arm === 1 ? [minors[0]!, minors[1]!] : [minors[1]!, minors[0]!];
      const opposite = times(parts[4 - arm]!, through[4 - arm] ?? 0);
      const impeded = noLeft * free(opposite.on / minorLanes, other.on);
      const adjusted = isTee ? noLeft : 0.65 * impeded - impeded / (impeded + 3) + 0.6 * Math.sqrt(impeded);
      const left = capacity(own.across + (opposite.on + opposite.right) / 2, farGap) * adjusted;
      const part = parts[arm]!;
      const shared =
        1 /
        (part.right / own.right +
          (part.on > 0 ? part.on / own.on : 0) +
          (part.left > 0 ? part.left / (left * free(opposite.right / minorLanes, other.right)) : 0));
      through[arm] = (through[arm]! + Math.min(demand[arm]!, minorLanes * (shared || 0))) / 2;
    }
  return through;
}

function capacity(conflicting: number, [critical, followUp]: readonly [number, number]): number {
  return (conflicting * Math.exp((-conflicting * critical) / 3600)) / (1 - Math.exp((-conflicting * followUp) / 3600));
}

function free(flow: number, most: number): number {
  return Math.max(0, 1 - flow / most);
}

function times({ left, on, right }: Ways, cars: number): Ways {
  return { left: cars * left, on: cars * on, right: cars * right };
}
