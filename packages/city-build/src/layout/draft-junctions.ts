import { FirstId, type LaneTurn, type Phase } from '@itinera/city/browser';
import { NumberList, type RowColumns } from '@itinera/city/map-making';
import { countFrom, offsetsOf } from './columns.js';
import type { DraftRoads, LaneId, RoadNumber } from './draft-roads.js';

/** A turn within a junction, with its lanes. */
export interface TurnLanes {
  readonly from: RoadNumber;
  readonly to: RoadNumber;
  readonly turn: LaneTurn;
  readonly lanes: readonly LaneId[];
}

/** The lights of a junction, with one state per lane in a phase. */
export interface Lights {
  /** States in which some lanes have green. */
  readonly greens: readonly (readonly number[])[];
  /** One after the other. */
  readonly phases: readonly Phase[];
}

/**
 * The junctions of a map under construction, in columns because there are many. Lists within rows are one after another in a
 * column, and another column has their ends.
 */
export class DraftJunctions {
  /** The lanes of junctions, those of turns first; by junction, their end. */
  readonly #lanes = new NumberList(Int32Array);
  readonly #laneStops = new NumberList(Int32Array);
  /** By turn, what `TurnLanes` has, and the end of its lanes; by junction, the end of its turns. */
  readonly #froms = new NumberList(Int32Array);
  readonly #tos = new NumberList(Int32Array);
  readonly #turns = new NumberList(Uint8Array);
  readonly #turnStops = new NumberList(Int32Array);
  readonly #turnLanes = new NumberList(Int32Array);
  readonly #turnLaneStops = new NumberList(Int32Array);
  /** By junction, 1 for lights. */
  readonly #hasLights = new NumberList(Uint8Array);
  /** The states of lanes; by list of `Lights.greens`, their end; by junction, the end of these lists. */
  readonly #greens = new NumberList(Uint8Array);
  readonly #greenStops = new NumberList(Int32Array);
  readonly #greenCounts = new NumberList(Int32Array);
  /** The same for `Lights.phases`, with the seconds of each. */
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

  /** Adds a turn to the open junction, the one that is closed next. */
  addTurn(from: RoadNumber, to: RoadNumber, turn: LaneTurn): void {
    this.#froms.push(from);
    this.#tos.push(to);
    this.#turns.push(turn);
    this.#turnLaneStops.push(this.#turnLanes.length);
  }

  /** Number of turns of all junctions. */
  get turnCount(): number {
    return this.#turns.length;
  }

  /** Adds a lane to a turn of the open junction, mostly the last one; the lanes of later turns move up. */
  addTurnLane(turn: number, lane: LaneId): void {
    const at = this.#turnLaneStops.at(turn);
    this.#turnLanes.push(lane);
    for (let i = this.#turnLanes.length - 1; i > at; i--) this.#turnLanes.set(i, this.#turnLanes.at(i - 1));
    this.#turnLanes.set(at, lane);
    for (let later = turn; later < this.turnCount; later++)
      this.#turnLaneStops.set(later, this.#turnLaneStops.at(later) + 1);
  }

  /** The turns of the open junction. */
  openTurns(): TurnLanes[] {
    const turns: TurnLanes[] = [];
    for (let turn = this.#firstTurn; turn < this.turnCount; turn++) {
      const lanes = [...this.#turnLanes.view(this.#firstLaneOf(turn), this.#turnLaneStops.at(turn))];
      turns.push({
        from: this.#froms.at(turn),
        to: this.#tos.at(turn),
        turn: this.#turns.at(turn) as LaneTurn,
        lanes,
      });
    }
    return turns;
  }

  /** Closes the open junction, with the lanes `firstCrossing … endCrossing - 1` for people on foot and bicycles. */
  close(firstCrossing: LaneId, endCrossing: LaneId, lights: Lights | undefined): void {
    for (let i = this.#firstLaneOf(this.#firstTurn); i < this.#turnLanes.length; i++)
      this.#lanes.push(this.#turnLanes.at(i));
    for (let lane = firstCrossing; lane < endCrossing; lane++) this.#lanes.push(lane);
    this.#laneStops.push(this.#lanes.length);
    this.#turnStops.push(this.turnCount);
    this.#hasLights.push(lights ? 1 : 0);
    if (lights) this.#addLights(lights);
    this.#greenCounts.push(this.#greenStops.length);
    this.#phaseCounts.push(this.#phaseStops.length);
  }

  /** The first turn of the open junction. */
  get #firstTurn(): number {
    return this.count === 0 ? 0 : this.#turnStops.at(this.count - 1);
  }

  /** Where the lanes of a turn begin. */
  #firstLaneOf(turn: number): number {
    return turn === 0 ? 0 : this.#turnLaneStops.at(turn - 1);
  }

  #addLights({ greens, phases }: Lights): void {
    for (const states of greens) {
      this.#greens.pushAll(states);
      this.#greenStops.push(this.#greens.length);
    }
    for (const { duration, states } of phases) {
      this.#seconds.push(duration);
      this.#phases.pushAll(states);
      this.#phaseStops.push(this.#phases.length);
    }
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
