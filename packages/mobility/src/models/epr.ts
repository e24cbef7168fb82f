import { Random } from '@itinera/base';
import { DAY } from '../clock.js';
import type { Trajectories } from '../trajectories.js';
import { type AliasTable, aliasTable, drawAlias } from './alias-table.js';
import { type ExplorationLaw, explorationProbability, SONG_EXPLORATION } from './epr-law.js';
import { type ExplorationWeights, Explorer, explorationWeights } from './exploration.js';
import { RowBuffer } from './row-buffer.js';
import { checkTiles, type Tiles } from './tiles.js';
import { drawWaitingTime, SONG_WAITING_TIMES, type WaitingTimeLaw } from './waiting-time.js';

/** The number of people to generate, the duration, and the seed. */
export interface GenerateOptions {
  readonly people: number;
  readonly days: number;
  /** The same seed returns the same people; generating more people does not change the first ones. */
  readonly seed: number;
  /** Start: seconds since 1970-01-01 on the local clock. */
  readonly start?: number;
}

export interface EprOptions extends GenerateOptions {
  readonly exploration?: ExplorationLaw;
  readonly waitingTimes?: WaitingTimeLaw;
  /** Number of the tile at which each person begins; by default drawn by relevance. */
  readonly startTiles?: ArrayLike<number>;
}

/** 1 plus the exponent of jump lengths in the first paper, 0.55, and 1 for the circle of tiles at a distance. */
const SONG_JUMP_EXPONENT = -2.55;

/**
 * Exploration and preferential return: agents wait, then explore with probability ρ S^−γ or return to a known place by
 * their number of visits to it. New tiles are chosen by distance only, so that on an even tessellation jump lengths have
 * density ∝ d^−1.55; tiles without relevance are never visited.
 *
 * An agent explores only unvisited places and never moves to its current place.
 *
 * @returns a row per arrival, the first at `start`; places are tile numbers or names
 * @throws RangeError when people or days are invalid, or no tile has relevance
 * @see C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760
 */
export function epr(tiles: Tiles, options: EprOptions): Trajectories {
  return walk('epr', tiles, eprWeights(tiles), options);
}

/**
 * Spatial EPR: like `epr`, but new tiles are chosen by d^−2.
 *
 * @see L. Pappalardo et al. (2015), Returners and explorers dichotomy in human mobility, doi:10.1038/ncomms9166
 */
export function spatialEpr(tiles: Tiles, options: EprOptions): Trajectories {
  return walk('spatialEpr', tiles, spatialEprWeights(tiles), options);
}

/**
 * Density EPR: like `epr`, but new tiles are chosen by mᵢ mⱼ d^−2, a gravity law.
 *
 * @see L. Pappalardo, S. Rinzivillo, F. Simini (2016), Human mobility modelling: exploration and preferential return
 *   meet the gravity model, doi:10.1016/j.procs.2016.04.188
 */
export function densityEpr(tiles: Tiles, options: EprOptions): Trajectories {
  return walk('densityEpr', tiles, densityEprWeights(tiles), options);
}

export function eprWeights(tiles: Tiles): ExplorationWeights {
  return explorationWeights(tiles, reachable(tiles), SONG_JUMP_EXPONENT);
}

export function spatialEprWeights(tiles: Tiles): ExplorationWeights {
  return explorationWeights(tiles, reachable(tiles), -2);
}

export function densityEprWeights(tiles: Tiles): ExplorationWeights {
  return explorationWeights(tiles, Float64Array.from(tiles.relevance), -2);
}

/** 1 for tiles with any relevance. */
function reachable({ relevance }: Tiles): Float64Array {
  return Float64Array.from(relevance, (mass) => (mass > 0 ? 1 : 0));
}

/**
 * The exact law of one move: where an agent goes next.
 *
 * @param visits by tile, the agent's visits, including the start and the current visit
 * @returns by tile, a probability; all 0 when there is no tile to move to
 */
export function eprMoveLaw(
  weights: ExplorationWeights,
  visits: ArrayLike<number>,
  current: number,
  law: ExplorationLaw = SONG_EXPLORATION,
): Float64Array {
  const n = visits.length;
  const row = new Float64Array(n);
  weights(current, row);
  let distinct = 0;
  let unvisited = 0;
  let others = 0;
  for (let j = 0; j < n; j++) {
    if (visits[j] > 0) distinct++;
    else unvisited += row[j];
    if (j !== current) others += visits[j];
  }
  const explores = unvisited > 0 ? explorationProbability(law, distinct) : 0;
  return row.map((weight, j) => {
    if (visits[j] === 0) return unvisited > 0 ? (explores * weight) / unvisited : 0;
    return j === current || others === 0 ? 0 : ((1 - explores) * visits[j]) / others;
  });
}

function walk(
  caller: string,
  tiles: Tiles,
  weights: ExplorationWeights,
  { exploration = SONG_EXPLORATION, waitingTimes = SONG_WAITING_TIMES, startTiles, ...options }: EprOptions,
): Trajectories {
  const { people, seed, start = 0 } = options;
  const end = start + options.days * DAY;
  const beginnings = checkGeneration(caller, tiles, options);
  const mover = new EprMover(tiles.lons.length, weights, exploration);
  const rows = new RowBuffer();
  for (let person = 0; person < people; person++) {
    const random = new Random(seed, person);
    const first = startTiles ? startTiles[person] : drawAlias(beginnings, random);
    mover.begin(first);
    rows.push(start, first);
    for (let time = start + drawWaitingTime(waitingTimes, random); time < end; ) {
      const next = mover.move(random);
      if (next < 0) break;
      rows.push(time, next);
      time += drawWaitingTime(waitingTimes, random);
    }
    rows.endPerson();
  }
  return rows.finish(tiles);
}

/** @returns the table from which first tiles are drawn */
export function checkGeneration(caller: string, tiles: Tiles, { people, days }: GenerateOptions): AliasTable {
  checkTiles(caller, tiles);
  if (!Number.isInteger(people) || people < 0) {
    throw new RangeError(`${caller}: people must be a whole number of 0 or more, got ${people}.`);
  }
  if (!(days >= 0 && days < Infinity)) throw new RangeError(`${caller}: days must be 0 or more, got ${days}.`);
  const beginnings = aliasTable(Float64Array.from(tiles.relevance));
  if (!beginnings)
    throw new RangeError(`${caller}: no tile has a relevance above 0, so there is nowhere to place people.`);
  return beginnings;
}

/** The state of one agent at a time: the tiles that it has visited, and its next move. */
export class EprMover {
  readonly #explorer: Explorer;
  readonly #law: ExplorationLaw;
  /** For each tile, the last agent that visited it. */
  readonly #visitor: Uint32Array;
  readonly #isVisited: (tile: number) => boolean;
  #agent = 0;
  #distinct = 0;
  /** All visits of the agent in order: a uniform draw of one is a draw by frequency. */
  #history = new Uint32Array(256);
  #visits = 0;

  constructor(tiles: number, weights: ExplorationWeights, law: ExplorationLaw) {
    this.#explorer = new Explorer(tiles, weights);
    this.#law = law;
    this.#visitor = new Uint32Array(tiles);
    this.#isVisited = (tile) => this.#visitor[tile] === this.#agent;
  }

  get current(): number {
    return this.#history[this.#visits - 1];
  }

  /** Starts a new agent. */
  begin(tile: number): void {
    this.#agent++;
    this.#distinct = 0;
    this.#visits = 0;
    this.visit(tile);
  }

  /** Records that the agent is at a tile. */
  visit(tile: number): void {
    if (this.#visits === this.#history.length) {
      const longer = new Uint32Array(2 * this.#visits);
      longer.set(this.#history);
      this.#history = longer;
    }
    this.#history[this.#visits++] = tile;
    if (this.#isVisited(tile)) return;
    this.#visitor[tile] = this.#agent;
    this.#distinct++;
  }

  /**
   * Moves the agent.
   *
   * @param avoid a tile that it does not return to; it must have been elsewhere too, or it explores
   * @returns the tile, −1 when there is none to go to
   */
  move(random: Random, avoid = -1): number {
    const others = this.#distinct - 1 - Number(avoid >= 0 && avoid !== this.current && this.#isVisited(avoid));
    const explores = others <= 0 || random.uniform() < explorationProbability(this.#law, this.#distinct);
    let next = explores ? this.#explorer.draw(this.current, this.#isVisited, random) : -1;
    if (next < 0 && others > 0) next = this.#return(random, avoid);
    if (next >= 0) this.visit(next);
    return next;
  }

  #return(random: Random, avoid: number): number {
    const { current } = this;
    for (;;) {
      const tile = this.#history[random.integer(this.#visits)];
      if (tile !== current && tile !== avoid) return tile;
    }
  }
}
