import { FirstId, type Phase } from '@itinera/city/browser';
import { NumberList, type RowColumns } from '@itinera/city/map-making';
import { countFrom, type DraftRoads } from './draft-roads.js';
import type { TurnLanes } from './driving-lanes.js';
import type { LaneId } from './lane-lines.js';

/** The lights of a junction, with one state per lane in a phase. */
export interface Lights {
  /** States in which some lanes have green. */
  readonly greens: readonly (readonly number[])[];
  /** One after the other. */
  readonly phases: readonly Phase[];
}

/** The junctions of a map under construction, in columns because there are many. */
export class DraftJunctions {
  readonly #lanes = new NumberList(Int32Array);
  readonly #laneStops = new NumberList(Int32Array);
  readonly #froms = new NumberList(Int32Array);
  readonly #tos = new NumberList(Int32Array);
  readonly #turns = new NumberList(Uint8Array);
  readonly #turnStops = new NumberList(Int32Array);
  readonly #turnLanes = new NumberList(Int32Array);
  readonly #turnLaneStops = new NumberList(Int32Array);
  readonly #hasLights = new NumberList(Uint8Array);
  readonly #greens = new NumberList(Uint8Array);
  readonly #greenStops = new NumberList(Int32Array);
  readonly #greenCounts = new NumberList(Int32Array);
  readonly #phases = new NumberList(Uint8Array);
  readonly #phaseStops = new NumberList(Int32Array);
  readonly #phaseCounts = new NumberList(Int32Array);
  readonly #seconds = new NumberList(Float64Array);

  get count(): number {
    return this.#laneStops.length;
  }

  /** Id of the junction that is added next. */
  get nextId(): number {
    return FirstId.JUNCTION + this.count;
  }

  /** @param lanes all of them: those of turns first */
  add(lanes: readonly LaneId[], turns: readonly TurnLanes[], lights: Lights | undefined): void {
    this.#lanes.pushAll(lanes);
    this.#laneStops.push(this.#lanes.length);
    for (const { from, to, turn, lanes } of turns) {
      this.#froms.push(from);
      this.#tos.push(to);
      this.#turns.push(turn);
      this.#turnLanes.pushAll(lanes);
      this.#turnLaneStops.push(this.#turnLanes.length);
    }
    this.#turnStops.push(this.#turns.length);
    this.#hasLights.push(lights ? 1 : 0);
    for (const states of lights?.greens ?? []) {
      this.#greens.pushAll(states);
      this.#greenStops.push(this.#greens.length);
    }
    this.#greenCounts.push(this.#greenStops.length);
    for (const { duration, states } of lights?.phases ?? []) {
      this.#seconds.push(duration);
      this.#phases.pushAll(states);
      this.#phaseStops.push(this.#phases.length);
    }
    this.#phaseCounts.push(this.#phaseStops.length);
  }

  /** The finished junctions. */
  columns(roads: DraftRoads): RowColumns<'junctions'> {
    const [froms, tos] = [this.#froms.view(), this.#tos.view()];
    const [inAngle, outAngle] = [new Float64Array(froms.length), new Float64Array(froms.length)];
    for (let turn = 0; turn < froms.length; turn++) {
      inAngle[turn] = roads.endAngleOf(froms[turn]);
      outAngle[turn] = roads.startAngleOf(tos[turn]);
    }
    const id = countFrom(FirstId.JUNCTION, this.count);
    const present = this.#hasLights.view();
    return {
      id,
      laneIds: { offsets: offsetsOf(this.#laneStops), values: this.#lanes.view() },
      drivingLaneGroups: {
        offsets: offsetsOf(this.#turnStops),
        inRoadId: froms.map((road) => FirstId.ROAD + road),
        inAngle,
        outRoadId: tos.map((road) => FirstId.ROAD + road),
        outAngle,
        laneIds: { offsets: offsetsOf(this.#turnLaneStops), values: this.#turnLanes.view() },
        turn: this.#turns.view(),
      },
      phases: {
        offsets: offsetsOf(this.#greenCounts),
        states: { offsets: offsetsOf(this.#greenStops), values: this.#greens.view() },
      },
      fixedProgram: {
        present,
        junctionId: id.map((own, junction) => (present[junction] === 1 ? own : 0)),
        phases: {
          offsets: offsetsOf(this.#phaseCounts),
          duration: this.#seconds.view(),
          states: { offsets: offsetsOf(this.#phaseStops), values: this.#phases.view() },
        },
      },
    };
  }
}

/** The starts of lists and the end of the last one, from their ends. */
function offsetsOf(stops: NumberList<Int32Array>): Uint32Array {
  const offsets = new Uint32Array(stops.length + 1);
  offsets.set(stops.view(), 1);
  return offsets;
}
