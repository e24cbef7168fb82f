import { power } from '@itinera/base';
import type { Signals } from '../map/signals.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import { allWayHeadway } from './all-way.js';
import type { RightOfWay } from './right-of-way.js';
import type { Milliseconds } from './world.js';

/** Cars of each turning lane by which its flow is measured. */
const COUNTED = 8;
/** Added to the time since the first of them, per real car: a flow of which little is known is not taken to be large. */
const UNKNOWN = 8000;
/** Cars in groups block more time than the formula's, which come at random; chosen for the capacities of single cars. */
const IN_GROUPS = 1.25;
/** Weight of the last car in the mean service of a lane, and the longest service of oncoming cars, in saturation headways. */
const LAST = 0.25;
const SLOWEST = 1.15;
interface FlowSettings {
  /** Saturation headway, ms. */
  readonly headway: Milliseconds;
  /** Time that a car from standing needs to clear a crossing, ms. */
  readonly clearing: Milliseconds;
  /** Lost by those behind a driver who has waited for a gap at a light, ms. */
  readonly startUp: Milliseconds;
  /** Time since a driver had to wait for a gap during which the next ones follow at the headway of gaps, ms. */
  readonly inGaps: Milliseconds;
  /** Real cars per simulated one. */
  readonly weight: number;
}

/**
 * How long each of the real cars that a simulated one stands for takes its lane, on average. A simulated car cannot wait for
 * single gaps, since those that it gives way to are simulated as one in `weight`; so the capacity of its turn follows from
 * the flows that have priority, which are measured by the last cars of each turning lane:
 * - without lights by gap acceptance, q · exp(-q · critical) / (1 - exp(-q · follow-up)) (HCM 2010, equation 19-32); if queues
 *   face each other, a driver who gives way waits until the first one of the other queue does so too, except among equals;
 * - at lights the same, but only once the queues of the oncoming traffic are gone; until then those behind wait too if the
 *   lane is shared; one car per cycle goes at the end of green (HCM 2010, chapter 18);
 * - among equals by taking turns: the mean of the manual's headways by who else waits (HCM 6, equation 21-27).
 */
export class FlowService {
  /** 1 for turns that give way to others into the same road. */
  readonly merges: Uint8Array;
  /** By turning lane: when its last cars passed, and how many have. */
  readonly #times: Float64Array;
  readonly #counts: Int32Array;
  /** Mean service by lane before the junction, ms per real car. */
  readonly #service: Float64Array;

  constructor(
    private readonly network: DriveNetwork,
    private readonly signals: Signals,
    private readonly way: RightOfWay,
    /** Share of green by turning lane. */
    private readonly green: Float64Array,
    private readonly settings: FlowSettings,
  ) {
    const turns = network.turnCosts.length;
    const { length } = green;
    this.#times = new Float64Array(length * COUNTED);
    this.#counts = new Int32Array(length);
    this.#service = new Float64Array(length).fill(settings.headway);
    const { heads } = network.graph;
    this.merges = Uint8Array.from({ length: turns }, (_, turn) => {
      const foes = way.foes.subarray(way.offsets[turn], way.offsets[turn + 1]);
      return foes.some((foe) => heads[foe] === heads[turn]) ? 1 : 0;
    });
  }

  /** Notes a car on a turning lane, and how long each of those that it stands for takes the lane before it. */
  passed(over: number, lane: number, each: Milliseconds, time: Milliseconds): void {
    this.#service[lane] += LAST * (each - this.#service[lane]);
    this.#times[over * COUNTED + (this.#counts[over]++ % COUNTED)] = time;
  }

  /** Milliseconds of open lane per real car. @param over its turning lane */
  milliseconds(turn: number, lane: number, over: number, time: Milliseconds): Milliseconds {
    const { way, signals } = this;
    const { tails, laneOffsets, lanes, lanesBefore } = this.network;
    const { headway, inGaps } = this.settings;
    const usual = Math.max(headway * way.turning[turn], way.looking[turn], this.#inTurn(turn, time));
    if (way.offsets[turn] === way.offsets[turn + 1]) return usual;
    const isLit = signals.has(over);
    const isEqual = way.equals.streets[tails[turn]] !== undefined;
    const share = this.#flow(over, time) / this.#flowOf(tails[turn], lane, time) || 1;
    let [facing, flow, occupied, queue] = [0, 0, 0, 0];
    for (let i = way.offsets[turn]; i < way.offsets[turn + 1]; i++) {
      const foe = way.foes[i];
      let all = 0;
      for (let j = laneOffsets[foe]; j < laneOffsets[foe + 1]; j++) {
        const part = this.#flow(lanes[j], time);
        all += part;
        if (part === 0) continue;
        if (isLit) queue = Math.max(queue, this.#queueAtLight(tails[foe], lanesBefore[j], over, time));
        else if (!isEqual)
          facing = Math.max(facing, this.#facing(tails[turn], share, tails[foe], lanesBefore[j], time));
      }
      flow += all;
      occupied += IN_GROUPS * all * way.critical[i];
    }
    if (flow === 0) return usual;
    const gap = Math.max(usual, (Math.exp(occupied) * (1 - Math.exp(-flow * way.followUp[turn]))) / flow);
    return isLit
      ? this.#atLight(share, over, gap, queue)
      : Math.max(usual + (gap - usual) * (1 - Math.exp(-flow * inGaps)), usual + facing);
  }

  /** Mean headway of a lane at a crossing of equal streets, by how likely someone waits on each of the others; 0 elsewhere. */
  #inTurn(turn: number, time: Milliseconds): Milliseconds {
    const { equals, ranks, lanesOf } = this.way;
    const road = this.network.tails[turn];
    const street = equals.streets[road];
    if (street === undefined) return 0;
    const [from, to] = [equals.offsets[road], equals.offsets[road + 1]];
    let mean = 0;
    const visit = (i: number, chance: number, opposite: boolean, sides: number, others: number): void => {
      if (chance === 0) return;
      if (i === to) {
        mean += chance * allWayHeadway(street, ranks[turn], opposite, sides, others);
        return;
      }
      let [nobody, waiting] = [1, 0];
      for (const other of lanesOf[equals.roads[i]]) {
        const busy = Math.min(1, this.#flowOf(equals.roads[i], other, time) * this.#service[other]);
        nobody *= 1 - busy;
        waiting += busy;
      }
      const isOpposite = equals.isOpposite[i] === 1;
      visit(i + 1, chance * nobody, opposite, sides, others);
      const present = Math.round(waiting / (1 - nobody || 1));
      visit(i + 1, chance * (1 - nobody), opposite || isOpposite, sides + Number(!isOpposite), others + present);
    };
    visit(from, 1, false, 0, 0);
    return mean;
  }

  /** Real cars per ms on a turning lane. */
  #flow(over: number, time: Milliseconds): number {
    const count = this.#counts[over];
    if (count === 0) return 0;
    const { weight, headway } = this.settings;
    const known = Math.min(count, COUNTED);
    const first = this.#times[over * COUNTED + (count <= COUNTED ? 0 : count % COUNTED)];
    return Math.min(1 / headway, (weight * known) / (time - first + weight * UNKNOWN));
  }

  /** Real cars per ms on the turns of a lane, or on some of them. */
  #flowOf(road: number, lane: number, time: Milliseconds, isMeant: (turn: number) => boolean = () => true): number {
    const { graph, laneOffsets, lanes, lanesBefore } = this.network;
    let flow = 0;
    for (let turn = graph.offsets[road]; turn < graph.offsets[road + 1]; turn++)
      for (let i = laneOffsets[turn]; i < laneOffsets[turn + 1]; i++)
        if (lanesBefore[i] === lane && isMeant(turn)) flow += this.#flow(lanes[i], time);
    return flow;
  }

  /** How long the queue of an oncoming lane passes after its light turns green, ms. */
  #queueAtLight(road: number, lane: number, over: number, time: Milliseconds): Milliseconds {
    const green = this.green[over];
    const open = green * this.signals.cycle(over);
    const flow = this.#flowOf(road, lane, time, (turn) => this.way.isFoe[turn] === 1);
    const spare = 1 / Math.min(SLOWEST * this.settings.headway, this.#service[lane]) - flow;
    return spare > 0 ? Math.min(open, (open * flow * (1 - green)) / (spare * green)) : open;
  }

  /**
   * How long a driver who gives way to an oncoming queue waits, ms, until the first one of that queue gives way too.
   * @param share of those who do so on the own lane
   */
  #facing(road: number, share: number, otherRoad: number, otherLane: number, time: Milliseconds): Milliseconds {
    const { way, network, settings } = this;
    const givesWay = (turn: number) =>
      way.foes.subarray(way.offsets[turn], way.offsets[turn + 1]).some((foe) => network.tails[foe] === road);
    const all = this.#flowOf(otherRoad, otherLane, time);
    const otherShare = this.#flowOf(otherRoad, otherLane, time, givesWay) / all;
    if (!(otherShare > 0)) return 0;
    // Cars in front of the first one who gives way, there and in the shorter of both queues.
    const there = (1 - otherShare) / otherShare;
    const both = (1 - share) * (1 - otherShare);
    const busy = Math.min(1, all * this.#service[otherLane]);
    return busy ** 2 * (settings.headway * (there - both / (1 - both)) + settings.clearing);
  }

  #atLight(share: number, over: number, gap: Milliseconds, queue: Milliseconds): Milliseconds {
    const { headway, startUp } = this.settings;
    const open = this.green[over] * this.signals.cycle(over);
    // Until the first one of the lane that turns, the others use the time.
    const used = share < 1 ? ((headway * (1 - share)) / share) * (1 - power(1 - share, queue / headway)) : 0;
    const lost = queue - used + startUp;
    const turning = (share * (open - lost)) / ((1 - share) * headway + share * gap);
    return turning > 0 ? Math.min(open, gap + lost / turning) : open;
  }
}
