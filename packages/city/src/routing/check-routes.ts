import type { CityMap } from '../map/city-map.js';
import { LaneTurn, LaneType } from '../map/message.js';
import type { TurnPenalties } from './drive-network.js';
import { defaultTurnPenalties } from './drive-network.js';
import { ENTRY, withoutEntries } from './graph.js';
import { laneSeconds } from './lane-speed.js';
import type { LanePlace } from './route.js';
import type { Router, Travel } from './router.js';
import { ROUTING_WALK_SPEED } from './walk-network.js';

/** Result of a check of routes. */
export interface RouteCheck {
  readonly pairs: number;
  /** Pairs with a route from both. */
  readonly reached: number;
  /** Pairs with a route from only one of them. */
  readonly disagreements: number;
  /** Maximum difference in seconds. */
  readonly worstDifference: number;
}

/**
 * Compares a router with an independent plain Dijkstra search: it works directly on the lanes of the map, and its nodes
 * are the STARTS of roads (the router's are their ends) and the unmerged ends of walking lanes. On foot it knows no
 * destination-only streets: where there are any, its walks may be shorter.
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
    const lane = places[Math.floor(random() * places.length)];
    return { lane, s: random() * city.lanes.length[lane] };
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
    (lane) => isUsable(city, lane, wanted) && (travel === 'walk' || inRoads.has(city.lanes.id[lane])),
  );
}

function isUsable({ lanes }: CityMap, lane: number, type: number): boolean {
  return lanes.type[lane] === type && Number.isFinite(lanes.length[lane]) && lanes.length[lane] >= 0;
}

/** For each node, the targets and costs of its arcs. */
interface Arcs {
  readonly heads: number[][];
  readonly costs: number[][];
}
type Plain = (from: LanePlace, to: LanePlace) => number;

function plainDriving(city: CityMap, penalties: TurnPenalties): Plain {
  const { lanes, roads } = city;
  const isDriving = (lane: number) => isUsable(city, lane, LaneType.DRIVING);
  const roadOf = Int32Array.from(lanes.parentId, (id, lane) => (isDriving(lane) ? city.roadIndex(id) : -1));
  const penaltyOf: Readonly<Record<number, number>> = {
    [LaneTurn.LEFT]: penalties.left,
    [LaneTurn.RIGHT]: penalties.right,
    [LaneTurn.AROUND]: penalties.around,
  };
  const ownSeconds: number[][] = Array.from({ length: roads.count }, () => []);
  const turns: Map<number, number[]>[] = Array.from({ length: roads.count }, () => new Map());
  const access = lanes.access.values;
  const roadAccess = new Uint8Array(roads.count);
  roadOf.forEach((road, lane) => {
    if (road >= 0) roadAccess[road] = access[lane];
  });
  const isEntry: Set<number>[] = Array.from({ length: roads.count }, () => new Set());
  for (let lane = 0; lane < lanes.count; lane++) {
    if (!isDriving(lane)) continue;
    if (roadOf[lane] >= 0) ownSeconds[roadOf[lane]].push(laneSeconds(city, lane));
    if (city.junctionIndex(lanes.parentId[lane]) < 0) continue;
    const [from, to] = [lanes.predecessors, lanes.successors].map(({ offsets, id }) =>
      offsets[lane] < offsets[lane + 1] ? (roadOf[city.laneIndex(id[offsets[lane]])] ?? -1) : -1,
    ) as [number, number];
    if (from < 0 || to < 0) continue;
    const seconds = laneSeconds(city, lane) + (penaltyOf[lanes.turn[lane]] ?? penalties.straight);
    turns[from].set(to, [...(turns[from].get(to) ?? []), seconds]);
    if (access[lane] > 0 || roadAccess[to] > roadAccess[from]) isEntry[from].add(to);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const costs = ownSeconds.map(mean);
  const turnCosts = turns.map((to, from) =>
    [...to].map(([road, seconds]) => mean(seconds) + (isEntry[from].has(road) ? ENTRY : 0)),
  );
  const arcs: Arcs = {
    heads: turns.map((to) => [...to.keys()]),
    costs: turnCosts.map((own, road) => own.map((cost) => costs[road] + cost)),
  };
  const search = dijkstra(arcs);
  const share = ({ lane, s }: LanePlace) => (lanes.length[lane] > 0 ? s / lanes.length[lane] : 0);
  return (from, to) => {
    const [start, end] = [roadOf[from.lane], roadOf[to.lane]];
    if (start === end && share(to) >= share(from)) return (share(to) - share(from)) * costs[start];
    const rest = (1 - share(from)) * costs[start];
    const first = arcs.heads[start].map((road, i) => [road, rest + turnCosts[start][i]] as const);
    return withoutEntries(search(first, [[end, share(to) * costs[end]]]));
  };
}

function plainWalking(city: CityMap): Plain {
  const { lanes } = city;
  const rows = (): number[][] => Array.from({ length: lanes.count * 2 }, () => []);
  const arcs: Arcs = { heads: rows(), costs: rows() };
  const link = (a: number, b: number, cost: number): void => {
    arcs.heads[a].push(b);
    arcs.costs[a].push(cost);
    arcs.heads[b].push(a);
    arcs.costs[b].push(cost);
  };
  const isWalking = (lane: number) => isUsable(city, lane, LaneType.WALKING);
  for (let lane = 0; lane < lanes.count; lane++) {
    if (!isWalking(lane)) continue;
    link(2 * lane, 2 * lane + 1, lanes.length[lane] / ROUTING_WALK_SPEED);
    for (const [own, list, other] of [
      [2 * lane, lanes.predecessors, 2],
      [2 * lane + 1, lanes.successors, 1],
    ] as const)
      for (let i = list.offsets[lane]; i < list.offsets[lane + 1]; i++) {
        const next = city.laneIndex(list.id[i]);
        if (next >= 0 && isWalking(next))
          link(own, 2 * next + ([1, 2].includes(list.type[i]) ? list.type[i] : other) - 1, 0);
      }
  }
  const search = dijkstra(arcs);
  return (from, to) => {
    const before = ({ s }: LanePlace) => s / ROUTING_WALK_SPEED;
    const after = ({ lane, s }: LanePlace) => (lanes.length[lane] - s) / ROUTING_WALK_SPEED;
    const ends = (place: LanePlace) =>
      [
        [2 * place.lane, before(place)],
        [2 * place.lane + 1, after(place)],
      ] as const;
    const direct = from.lane === to.lane ? Math.abs(before(from) - before(to)) : Infinity;
    return Math.min(direct, search(ends(from), ends(to)));
  };
}

type NodeCosts = readonly (readonly [node: number, cost: number])[];

/** Textbook version, with a binary heap that keeps stale entries. */
function dijkstra({ heads, costs }: Arcs): (seeds: NodeCosts, ends: NodeCosts) => number {
  const distances = new Float64Array(heads.length);
  const heap: [cost: number, node: number][] = [];
  const push = (cost: number, node: number): void => {
    if (cost >= distances[node]) return;
    distances[node] = cost;
    let at = heap.push([cost, node]) - 1;
    while (at > 0 && heap[(at - 1) >> 1][0] > heap[at][0]) {
      const parent = (at - 1) >> 1;
      [heap[parent], heap[at]] = [heap[at], heap[parent]];
      at = parent;
    }
  };
  const pop = (): [number, number] => {
    const top = heap[0];
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      for (let at = 0; ; ) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++;
        if (heap[at][0] <= heap[child][0]) break;
        [heap[at], heap[child]] = [heap[child], heap[at]];
        at = child;
      }
    }
    return top;
  };
  return (seeds, ends) => {
    distances.fill(Infinity);
    heap.length = 0;
    for (const [node, cost] of seeds) push(cost, node);
    let best = Infinity;
    while (heap.length > 0) {
      const [cost, node] = pop();
      if (cost >= best) break;
      if (cost > distances[node]) continue;
      for (const [end, rest] of ends) if (end === node) best = Math.min(best, cost + rest);
      heads[node].forEach((next, i) => {
        push(cost + costs[node][i], next);
      });
    }
    return best;
  };
}
