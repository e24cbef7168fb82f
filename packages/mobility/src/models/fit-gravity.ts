import type { Flows } from '../flow/flows.js';
import { checkTiles, type Deterrence, haversineRows, metresOf, type Tiles } from './tiles.js';

export interface GravityFit {
  /** 1 when singly constrained, since it then has no effect. */
  readonly originExponent: number;
  readonly destinationExponent: number;
  readonly deterrence: Deterrence;
}

export interface FitGravityOptions {
  /**
   * Default `singly`: a separate factor for every origin. `globally`: one factor for all, and an exponent of the
   * origin.
   */
  readonly constraint?: 'singly' | 'globally';
  /** Default `power`. */
  readonly law?: Deterrence['law'];
}

const MAX_STEPS = 100;

/**
 * Fits the gravity model to flows by Poisson regression with logarithmic link, on every ordered pair of different tiles,
 * including pairs without flow.
 *
 * The factor of each origin (or the single one) is solved in closed form, so that Newton's method runs on two (or three)
 * numbers only.
 *
 * @param flows trips between tiles by their numbers (or names, if the tiles have some); flows within a tile are ignored,
 *   as are pairs with a tile without relevance and, for the power law, at distance 0
 * @throws RangeError when the flows do not determine the exponents: too few, or all relevances or distances equal
 * @see R. Flowerdew, M. Aitkin (1982), A method of fitting the gravity model based on the Poisson distribution,
 *   doi:10.1111/j.1467-9787.1982.tb00744.x
 */
export function fitGravity(
  tiles: Tiles,
  flows: Flows,
  { constraint = 'singly', law = 'power' }: FitGravityOptions = {},
): GravityFit {
  checkTiles('fitGravity', tiles);
  const groups = pairsByGroup(tiles, flows, constraint, law);
  const [destinationExponent, distance, originExponent = 1] = solve(groups, constraint === 'singly' ? 2 : 3);
  const deterrence: Deterrence =
    law === 'power' ? { law, exponent: distance } : { law, rate: -distance / DISTANCE_UNIT };
  return { originExponent, destinationExponent, deterrence };
}

/** For the exponential law, distances are scaled to the size of the other variables. */
const DISTANCE_UNIT = 1000;

/** Pairs that share a factor: their variables, three per pair (log mⱼ, log d or d, log mᵢ), and their flows. */
interface Group {
  readonly variables: Float64Array;
  readonly flows: Float64Array;
}

function pairsByGroup(
  tiles: Tiles,
  { origins, destinations, flows }: Flows,
  constraint: 'singly' | 'globally',
  law: Deterrence['law'],
): Group[] {
  const n = tiles.lons.length;
  const numberOf = new Map(Array.from({ length: n }, (_, i) => [tiles.names ? tiles.names[i] : i, i]));
  const trips = new Float64Array(n * n);
  for (let k = 0; k < flows.length; k++) {
    const i = numberOf.get(origins[k]);
    const j = numberOf.get(destinations[k]);
    if (i === undefined || j === undefined) {
      throw new RangeError(`fitGravity: a flow from ${origins[k]} to ${destinations[k]}, which are not both tiles.`);
    }
    trips[i * n + j] += flows[k];
  }
  const haversines = haversineRows(tiles);
  const row = new Float64Array(n);
  const groups: { variables: number[]; flows: number[] }[] = [];
  let group = { variables: [] as number[], flows: [] as number[] };
  for (let i = 0; i < n; i++) {
    if (constraint === 'singly' || i === 0) {
      group = { variables: [], flows: [] };
      groups.push(group);
    }
    haversines(i, row);
    for (let j = 0; j < n; j++) {
      const metres = metresOf(row[j]);
      const reached = law === 'exponential' || metres > 0;
      if (i === j || !reached || !(tiles.relevance[i] > 0 && tiles.relevance[j] > 0)) continue;
      const distance = law === 'power' ? Math.log(metres) : metres / DISTANCE_UNIT;
      group.variables.push(Math.log(tiles.relevance[j]), distance, Math.log(tiles.relevance[i]));
      group.flows.push(trips[i * n + j]);
    }
  }
  return groups.map((made) => ({
    variables: Float64Array.from(made.variables),
    flows: Float64Array.from(made.flows),
  }));
}

/** Newton's method with step halving on the likelihood, given the sum of each group. */
function solve(groups: readonly Group[], parameters: number): number[] {
  let found = new Array<number>(parameters).fill(0);
  let state = evaluate(groups, found);
  for (let step = 0; step < MAX_STEPS; step++) {
    const direction = solveLinear(state.hessian, state.gradient);
    let size = 1;
    let next = found;
    let nextState = state;
    do {
      next = found.map((value, p) => value + size * direction[p]);
      nextState = evaluate(groups, next);
      size /= 2;
      // A likelihood that differs only by rounding is as good.
    } while (!(nextState.likelihood >= state.likelihood - 1e-12 * Math.abs(state.likelihood)) && size > 1e-10);
    const moved = Math.max(...next.map((value, p) => Math.abs(value - found[p])));
    found = next;
    state = nextState;
    if (moved < 1e-12) return found;
  }
  return found;
}

function evaluate(groups: readonly Group[], parameters: readonly number[]) {
  const size = parameters.length;
  const gradient = new Array<number>(size).fill(0);
  const hessian = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  let likelihood = 0;
  for (const { variables, flows } of groups) {
    const total = flows.reduce((sum, flow) => sum + flow, 0);
    if (total === 0) continue;
    const logits = new Float64Array(flows.length);
    let greatest = -Infinity;
    for (let k = 0; k < flows.length; k++) {
      for (let p = 0; p < size; p++) logits[k] += parameters[p] * variables[3 * k + p];
      greatest = Math.max(greatest, logits[k]);
    }
    let sum = 0;
    for (let k = 0; k < flows.length; k++) sum += Math.exp(logits[k] - greatest);
    const means = new Array<number>(size).fill(0);
    const products = hessian.map((row) => row.map(() => 0));
    for (let k = 0; k < flows.length; k++) {
      const share = Math.exp(logits[k] - greatest) / sum;
      likelihood += flows[k] * (logits[k] - greatest - Math.log(sum));
      for (let p = 0; p < size; p++) {
        const value = variables[3 * k + p];
        means[p] += share * value;
        gradient[p] += flows[k] * value;
        for (let q = 0; q <= p; q++) products[p][q] += share * value * variables[3 * k + q];
      }
    }
    for (let p = 0; p < size; p++) {
      gradient[p] -= total * means[p];
      for (let q = 0; q <= p; q++) {
        hessian[p][q] += total * (products[p][q] - means[p] * means[q]);
        hessian[q][p] = hessian[p][q];
      }
    }
  }
  return { likelihood, gradient, hessian };
}

/** Gaussian elimination with pivots. @throws RangeError when the equations do not determine the unknowns */
function solveLinear(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const n = rows.length;
  const scale = Math.max(...matrix.flat().map(Math.abs));
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column; i < n; i++) if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    if (!(Math.abs(rows[column][column]) > 1e-13 * scale)) {
      throw new RangeError(
        'fitGravity: the flows do not determine the exponents. Provide flows between tiles of several sizes and distances.',
      );
    }
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = rows[i][column] / rows[column][column];
      for (let k = column; k <= n; k++) rows[i][k] -= factor * rows[column][k];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}
