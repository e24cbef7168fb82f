import type { Signals } from '../map/signals.js';
import type { DriveNetwork } from '../routing/drive-network.js';
import type { RightOfWay } from './right-of-way.js';
import type { Milliseconds } from './world.js';

/** Cars of each turn by which its flow is measured. */
const COUNTED = 8;
/** Added to the time since the first of them, per real car: a flow of which little is known is not taken to be large. */
const UNKNOWN = 8000;
/** Cars in groups block more time than the formula's, which come at random; chosen for the capacities of single cars. */
const IN_GROUPS = 1.25;
/** Weight of the last car in the mean service of a lane, and the longest service of oncoming cars, in saturation headways. */
const LAST = 0.25;
const SLOWEST = 1.15;
/** Share of a crossing of equals that others leave to a street at least: two streets, and the oncoming traffic. */
const OWN_SHARE = 1 / 3;

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
 * the flows that have priority, which are measured by the last cars of each turn:
 * - without lights by gap acceptance, q · exp(-q · critical) / (1 - exp(-q · follow-up)) (HCM 2010, equation 19-32);
 * - at lights the same, but only once the queue of the oncoming traffic is gone; until then those behind wait too if the
 *   lane is shared; one car per cycle goes at the end of green (HCM 2010, chapter 18);
 * - among equals by taking turns.
 */
export class FlowService {
  /** 1 for turns that give way to others into the same road. */
  readonly merges: Uint8Array;
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
    this.#times = new Float64Array(turns * COUNTED);
    this.#counts = new Int32Array(turns);
    const { heads } = network.graph;
    this.merges = Uint8Array.from({ length: turns }, (_, turn) => {
      const foes = way.foes.subarray(way.offsets[turn], way.offsets[turn + 1]);
      return foes.some((foe, i) => heads[foe] === heads[turn] && way.isEqual[way.offsets[turn] + i] === 0) ? 1 : 0;
    });
    this.#service = new Float64Array(green.length).fill(settings.headway);
  }

  /** Notes a car that makes a turn, and how long each of those that it stands for takes the lane. */
  passed(turn: number, lane: number, each: Milliseconds, time: Milliseconds): void {
    this.#service[lane] += LAST * (each - this.#service[lane]);
    this.#times[turn * COUNTED + (this.#counts[turn]++ % COUNTED)] = time;
  }

  /** Real cars per ms. */
  #flow(turn: number, time: Milliseconds): number {
    const count = this.#counts[turn];
    if (count === 0) return 0;
    const { weight, headway } = this.settings;
    const known = Math.min(count, COUNTED);
    const first = this.#times[turn * COUNTED + (count <= COUNTED ? 0 : count % COUNTED)];
    const { laneOffsets } = this.network;
    const most = (laneOffsets[turn + 1] - laneOffsets[turn]) / headway;
    return Math.min(most, (weight * known) / (time - first + weight * UNKNOWN));
  }

  /** Real cars per ms that the lanes of a turn let out while they are open. */
  #saturated(turn: number): number {
    const { laneOffsets, lanesBefore } = this.network;
    const slowest = SLOWEST * this.settings.headway;
    let flow = 0;
    for (let i = laneOffsets[turn]; i < laneOffsets[turn + 1]; i++)
      flow += 1 / Math.min(slowest, this.#service[lanesBefore[i]]);
    return flow;
  }

  /** Milliseconds of open lane per real car. @param over its turning lane */
  milliseconds(turn: number, lane: number, over: number, time: Milliseconds): Milliseconds {
    const { way, signals } = this;
    const { headway, clearing, inGaps } = this.settings;
    const usual = headway * way.turning[turn];
    const green = this.green[over];
    let [flow, occupied, saturated, crossing] = [0, 0, 0, 0];
    for (let i = way.offsets[turn]; i < way.offsets[turn + 1]; i++) {
      const foe = way.foes[i];
      const own = this.#flow(foe, time);
      if (way.isEqual[i] === 1) crossing += (IN_GROUPS * own * clearing) / green;
      else {
        flow += own;
        occupied += IN_GROUPS * own * way.critical[i];
        saturated = Math.max(saturated, this.#saturated(foe));
      }
    }
    let service = usual;
    if (flow > 0) {
      const gap = Math.max(usual, (Math.exp(occupied) * (1 - Math.exp(-flow * way.followUp[turn]))) / flow);
      service = signals.has(over)
        ? this.#atLight(turn, lane, over, time, { gap, flow, saturated })
        : usual + (gap - usual) * (1 - Math.exp(-flow * inGaps));
    }
    if (crossing === 0) return service;
    const others = Math.min(crossing, 1 - OWN_SHARE);
    const standing = (clearing - headway) * (others / (1 - OWN_SHARE));
    return (service + standing) / (1 - others);
  }

  #atLight(
    turn: number,
    lane: number,
    over: number,
    time: Milliseconds,
    oncoming: { readonly gap: number; readonly flow: number; readonly saturated: number },
  ): Milliseconds {
    const { headway, startUp } = this.settings;
    const green = this.green[over];
    const open = green * this.signals.cycle(over);
    const { gap, flow, saturated } = oncoming;
    const spare = saturated - flow;
    const queue = spare > 0 ? Math.min(open, (open * flow * (1 - green)) / (spare * green)) : open;
    const share = this.#shareOf(turn, lane, time);
    // Until the first one of the lane that turns, the others use the time.
    const used = share < 1 ? ((headway * (1 - share)) / share) * (1 - (1 - share) ** (queue / headway)) : 0;
    const lost = queue - used + startUp;
    const turning = (share * (open - lost)) / ((1 - share) * headway + share * gap);
    return turning > 0 ? Math.min(open, gap + lost / turning) : open;
  }

  /** Share of a turn in the flow of a lane. */
  #shareOf(turn: number, lane: number, time: Milliseconds): number {
    const { graph, tails, laneOffsets, lanesBefore } = this.network;
    const road = tails[turn];
    let [own, all] = [0, 0];
    for (let arc = graph.offsets[road]; arc < graph.offsets[road + 1]; arc++)
      for (let i = laneOffsets[arc]; i < laneOffsets[arc + 1]; i++) {
        if (lanesBefore[i] !== lane) continue;
        const flow = this.#flow(arc, time) / (laneOffsets[arc + 1] - laneOffsets[arc]);
        all += flow;
        if (arc === turn) own += flow;
      }
    return own > 0 ? own / all : 1;
  }
}
