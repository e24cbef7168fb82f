import { power } from '@itinera/base';
import type { Flows } from '../flow/flows.js';
import { flowsOfMatrix } from './flow-matrix.js';
import { checkTiles, type Deterrence, deterrenceOf, metresOf, symmetricMatrix, type Tiles } from './tiles.js';

export interface GravityOptions {
  /**
   * `singly` (default): the outflow of each tile is given. `globally`: only the total. `doubly`: also the inflow of each
   * tile.
   */
  readonly constraint?: 'singly' | 'doubly' | 'globally';
  /** Trips that leave each tile. */
  readonly outflows: ArrayLike<number>;
  /** Doubly constrained: trips that arrive at each tile, as many in total as leave. */
  readonly inflows?: ArrayLike<number>;
  /** Default d^−2. */
  readonly deterrence?: Deterrence;
  /** Exponents of the relevance of origin and destination, default 1; not used when doubly constrained. */
  readonly originExponent?: number;
  readonly destinationExponent?: number;
}

/** Largest relative change of a factor at which both margins count as satisfied; and the maximum number of iterations. */
const MARGIN_TOLERANCE = 1e-12;
const MAX_STEPS = 10_000;

/**
 * Gravity model: expected trips between tiles, T ∝ mᵢᵃ mⱼᵇ f(d), scaled to the given outflows. No trips within a tile. No
 * trips leave a tile without relevance, or one from which every other is out of reach.
 *
 * Doubly constrained, T = Aᵢ Oᵢ Bⱼ Dⱼ f(d), with A and B iterated until both margins hold; a tile's relevance is then
 * its in- and outflow.
 *
 * @returns expected trips, not rounded, by ordered pair of tiles
 * @throws RangeError when lists differ in length, when in- and outflows differ in sum, or cannot both be met
 * @see A. G. Wilson (1971), A family of spatial interaction models, doi:10.1068/a030001
 */
export function gravity(tiles: Tiles, options: GravityOptions): Flows {
  const n = tiles.lons.length;
  checkTiles('gravity', tiles);
  checkMargin('outflows', options.outflows, n);
  const { constraint = 'singly' } = options;
  const matrix = constraint === 'doubly' ? doublyConstrained(tiles, options) : attraction(tiles, options);
  if (constraint === 'singly')
    for (let i = 0; i < n; i++) scale(matrix.subarray(i * n, i * n + n), options.outflows[i]);
  if (constraint === 'globally') scale(matrix, sum(options.outflows));
  return flowsOfMatrix(matrix, n, tiles.names);
}

/** mᵢᵃ mⱼᵇ f(d) of every ordered pair. */
function attraction(
  tiles: Tiles,
  { deterrence, originExponent = 1, destinationExponent = 1 }: GravityOptions,
): Float64Array {
  const { relevance } = tiles;
  const powers = (exponent: number) => Float64Array.from(relevance, (mass) => (mass > 0 ? power(mass, exponent) : 0));
  const fromOrigin = powers(originExponent);
  const toDestination = powers(destinationExponent);
  const matrix = deterrenceMatrix(tiles, deterrence);
  const n = relevance.length;
  for (let i = 0; i < n; i++) {
    const mass = fromOrigin[i];
    for (let j = 0; j < n; j++) matrix[i * n + j] *= mass * toDestination[j];
  }
  return matrix;
}

/** f(d) of every ordered pair, 0 within a tile. */
function deterrenceMatrix(tiles: Tiles, deterrence: Deterrence = { law: 'power', exponent: -2 }): Float64Array {
  const weightAt = deterrenceOf(deterrence);
  return symmetricMatrix(tiles, (haversine) => weightAt(metresOf(haversine)));
}

/** Aᵢ = Oᵢ / Σ Bⱼ f and Bⱼ = Dⱼ / Σ Aᵢ f, in turn until the rows that the last B leaves sum to O. */
function doublyConstrained(tiles: Tiles, { outflows, inflows, deterrence }: GravityOptions): Float64Array {
  const n = tiles.lons.length;
  if (!inflows)
    throw new RangeError('gravity: doubly constrained flows need inflows: the trips that arrive at each tile.');
  checkMargin('inflows', inflows, n);
  const [out, into] = [sum(outflows), sum(inflows)];
  if (Math.abs(out - into) > 1e-9 * Math.max(out, into)) {
    throw new RangeError(`gravity: ${out} trips leave and ${into} arrive; scale one of the two to the other.`);
  }
  const matrix = deterrenceMatrix(tiles, deterrence);
  let ofOrigin = new Float64Array(n);
  let ofDestination = new Float64Array(n).fill(1);
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = factors(matrix, ofDestination, outflows);
    const moved = next.reduce((most, factor, i) => Math.max(most, Math.abs(factor - ofOrigin[i]) / (factor || 1)), 0);
    ofOrigin = next;
    ofDestination = factors(matrix, ofOrigin, inflows);
    if (!(moved >= MARGIN_TOLERANCE)) break;
  }
  const flows = matrix.map((weight, k) => weight * ofOrigin[Math.floor(k / n)] * ofDestination[k % n]);
  for (let i = 0; i < n; i++) {
    const leave = sum(flows.subarray(i * n, i * n + n));
    // If the margins cannot be met, factors grow until they are not finite.
    if (!(Math.abs(leave - outflows[i]) <= 1e-6 * outflows[i])) {
      throw new RangeError(
        `gravity: no flows between different tiles have these in- and outflows: ${outflows[i]} trips cannot leave tile ${i}.`,
      );
    }
  }
  return flows;
}

/** The factor that scales each tile's flows to its margin; the matrix is symmetric. */
function factors(matrix: Float64Array, others: Float64Array, margins: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const n = others.length;
  const found = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let reached = 0;
    for (let j = 0; j < n; j++) reached += matrix[i * n + j] * others[j];
    found[i] = reached > 0 ? margins[i] / reached : 0;
  }
  return found;
}

/** Scales values to a sum; leaves values that sum to 0 unchanged. */
function scale(values: Float64Array, wanted: number): void {
  const total = sum(values);
  const factor = total > 0 ? wanted / total : 0;
  for (let i = 0; i < values.length; i++) values[i] *= factor;
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

function checkMargin(name: string, values: ArrayLike<number>, n: number): void {
  if (values.length !== n)
    throw new RangeError(`gravity: ${values.length} ${name} for ${n} tiles; expected one per tile.`);
  for (let i = 0; i < n; i++) {
    if (!(values[i] >= 0 && values[i] < Infinity)) {
      throw new RangeError(`gravity: tile ${i} has ${values[i]} ${name}, expected a number of 0 or more.`);
    }
  }
}
