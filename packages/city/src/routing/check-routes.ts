import type { CityMap } from '../map/city-map.js';
import { LaneTurn, LaneType } from '../map/message.js';
import type { TurnPenalties } from './drive-network.js';
import { defaultTurnPenalties, laneSeconds } from './drive-network.js';
import type { LanePlace } from './route.js';
import type { Router, Travel } from './router.js';
import { ROUTING_WALK_SPEED } from './walk-network.js';

/** What a check of routes found. */
export interface RouteCheck {
  readonly pairs: number;
  /** Pairs that both found a way for. */
  readonly reached: number;
  /** Pairs for which one found a way and the other did not. */
  readonly disagreements: number;
  /** Largest difference in seconds. */
  readonly worstDifference: number;
}

/**
 * Compares a router with a plain Dijkstra search that shares nothing with it: it works on the lanes of the map
 * themselves, its nodes are the STARTS of roads (the router's are their ends) and the ends of walking lanes before any
 * merging.
 * @param random uniform numbers in [0, 1)
 */
export function checkRoutes(
  city: CityMap,
  router: Router,
  travel: Travel,
  { pairs, random, penalties }: { pairs: number; random: () => number; penalties?: TurnPenalties },
): RouteCheck {
  const places = placesOf(city, travel);
  if (places.length === 0) return { pairs: 0, reached: 0, disagreements: 0, worstDifference: 0 };
  const plain = travel === 'drive' ? plainDriving(city, penalties ?? defaultTurnPenalties) : plainWalking(city);
  const draw = (): LanePlace => {
    const lane = places[Math.floor(random() * places.length)]!;
    return { lane, s: random() * city.lanes.length[lane]! };
  };
  let [reached, disagreements, worstDifference] = [0, 0, 0];
  for (let i = 0; i < pairs; i++) {
    const [from, to] = [draw(), draw()];
    const expected = plain(from, to);
    const got = router.route(travel, [from], [to])?.seconds ?? Infinity;
    if (expected === Infinity && got === Infinity) continue;
    if (expected === Infinity || got === Infinity) disagreements++;
    else {
      reached++;
      worstDifference = Math.max(worstDifference, Math.abs(expected - got));
    }
  }
  return { pairs, reached, disagreements, worstDifference };
}

function placesOf(city: CityMap, travel: Travel): number[] {
  const wanted = travel === 'drive' ? LaneType.DRIVING : LaneType.WALKING;
  const inRoads = new Set(city.roads.laneIds.values);
  return [...city.lanes.id.keys()].filter(
    (lane) => city.lanes.type[lane] === wanted && (travel === 'walk' || inRoads.has(city.lanes.id[lane]!)),
  );
}

type Arcs = Map<number, Map<number, number>>;
type Plain = (from: LanePlace, to: LanePlace) => number;

function plainDriving(city: CityMap, penalties: TurnPenalties): Plain {
  const { lanes } = city;
  const roads = new Map<number, number[]>();
  for (let lane = 0; lane < lanes.count; lane++)
    if (lanes.type[lane] === LaneType.DRIVING && city.roadIndex(lanes.parentId[lane]!) >= 0)
      roads.set(lanes.parentId[lane]!, [...(roads.get(lanes.parentId[lane]!) ?? []), lane]);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const costs = new Map([...roads].map(([road, own]) => [road, mean(own.map((lane) => laneSeconds(city, lane)))]));
  const turns = new Map<number, Map<number, number[]>>();
  for (let lane = 0; lane < lanes.count; lane++) {
    if (lanes.type[lane] !== LaneType.DRIVING || city.junctionIndex(lanes.parentId[lane]!) < 0) continue;
    const before = lanes.predecessors.id[lanes.predecessors.offsets[lane]!];
    const after = lanes.successors.id[lanes.successors.offsets[lane]!];
    if (before === undefined || after === undefined) continue;
    const from = lanes.parentId[city.laneIndex(before)]!;
    const to = lanes.parentId[city.laneIndex(after)]!;
    const turn = lanes.turn[lane];
    const penalty =
      turn === LaneTurn.LEFT
        ? penalties.left
        : turn === LaneTurn.RIGHT
          ? penalties.right
          : turn === LaneTurn.AROUND
            ? penalties.around
            : penalties.straight;
    const byRoad = turns.get(from) ?? new Map<number, number[]>();
    turns.set(from, byRoad);
    byRoad.set(to, [...(byRoad.get(to) ?? []), laneSeconds(city, lane) + penalty]);
  }
  const arcs: Arcs = new Map(
    [...turns].map(([from, to]) => [from, new Map([...to].map(([road, all]) => [road, costs.get(from)! + mean(all)]))]),
  );
  const share = ({ lane, s }: LanePlace) => s / lanes.length[lane]!;
  return (from, to) => {
    const [start, end] = [lanes.parentId[from.lane]!, lanes.parentId[to.lane]!];
    if (start === end && share(to) >= share(from)) return (share(to) - share(from)) * costs.get(start)!;
    const rest = (1 - share(from)) * costs.get(start)!;
    const first = [...(arcs.get(start) ?? [])].map(([road, cost]) => [road, cost - costs.get(start)! + rest] as const);
    return dijkstra(arcs, first, new Map([[end, share(to) * costs.get(end)!]]));
  };
}

function plainWalking(city: CityMap): Plain {
  const { lanes } = city;
  const arcs: Arcs = new Map();
  const link = (a: number, b: number, cost: number): void => {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      const row = arcs.get(x) ?? new Map<number, number>();
      arcs.set(x, row.set(y, Math.min(row.get(y) ?? Infinity, cost)));
    }
  };
  const isWalking = (lane: number) => lanes.type[lane] === LaneType.WALKING;
  for (let lane = 0; lane < lanes.count; lane++) {
    if (!isWalking(lane)) continue;
    link(2 * lane, 2 * lane + 1, lanes.length[lane]! / ROUTING_WALK_SPEED);
    for (const [own, list, other] of [
      [2 * lane, lanes.predecessors, 2],
      [2 * lane + 1, lanes.successors, 1],
    ] as const)
      for (let i = list.offsets[lane]!; i < list.offsets[lane + 1]!; i++) {
        const next = city.laneIndex(list.id[i]!);
        if (next >= 0 && isWalking(next)) link(own, 2 * next + (list.type[i] || other) - 1, 0);
      }
  }
  return (from, to) => {
    const [a, b] = [from.s, to.s].map((s) => s / ROUTING_WALK_SPEED) as [number, number];
    const direct = from.lane === to.lane ? Math.abs(a - b) : Infinity;
    const whole = (lane: number) => lanes.length[lane]! / ROUTING_WALK_SPEED;
    const seeds = [
      [2 * from.lane, a],
      [2 * from.lane + 1, whole(from.lane) - a],
    ] as const;
    const ends = new Map([
      [2 * to.lane, b],
      [2 * to.lane + 1, whole(to.lane) - b],
    ]);
    return Math.min(direct, dijkstra(arcs, seeds, ends));
  };
}

/** As in the textbook, with a binary heap that keeps stale entries. */
function dijkstra(
  arcs: Arcs,
  seeds: readonly (readonly [node: number, cost: number])[],
  ends: ReadonlyMap<number, number>,
): number {
  const distances = new Map<number, number>();
  const heap: [cost: number, node: number][] = [];
  const push = (cost: number, node: number): void => {
    if (cost >= (distances.get(node) ?? Infinity)) return;
    distances.set(node, cost);
    let at = heap.push([cost, node]) - 1;
    while (at > 0 && heap[(at - 1) >> 1]![0] > heap[at]![0]) {
      const parent = (at - 1) >> 1;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  };
  const pop = (): [number, number] => {
    const top = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      for (let at = 0; ; ) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && heap[child + 1]![0] < heap[child]![0]) child++;
        if (heap[at]![0] <= heap[child]![0]) break;
        [heap[at], heap[child]] = [heap[child]!, heap[at]!];
        at = child;
      }
    }
    return top;
  };
  for (const [node, cost] of seeds) push(cost, node);
  let best = Infinity;
  while (heap.length > 0) {
    const [cost, node] = pop();
    if (cost >= best) break;
    if (cost > distances.get(node)!) continue;
    const end = ends.get(node);
    if (end !== undefined) best = Math.min(best, cost + end);
    for (const [next, more] of arcs.get(node) ?? []) push(cost + more, next);
  }
  return best;
}
