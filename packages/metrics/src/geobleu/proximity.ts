import { correctlyRoundedExp } from './correctly-rounded-exp.js';

const SIDE = 256;

/**
 * Proximity of two points, exp(−beta · distance), as the definition rounds it: dx·dx + dy·dy, its root, the product
 * with beta and the exponential each to the nearest double. What two points on a grid less than 256 apart give is kept.
 */
export class Proximity {
  readonly beta: number;
  /** Filled on demand at [|dx|·256 + |dy|]; 0 where not yet known. */
  readonly #table = new Float64Array(SIDE * SIDE);

  constructor(beta: number) {
    this.beta = beta;
  }

  /** @param dx, dy difference of the coordinates, in cells */
  at(dx: number, dy: number): number {
    const x = Math.abs(dx);
    const y = Math.abs(dy);
    if (x < SIDE && y < SIDE && Number.isInteger(x) && Number.isInteger(y)) {
      const slot = x * SIDE + y;
      const known = this.#table[slot];
      if (known !== 0) return known;
      const value = this.#compute(x, y);
      this.#table[slot] = value;
      return value;
    }
    return this.#compute(x, y);
  }

  #compute(x: number, y: number): number {
    return this.beta === 0 ? 1 : correctlyRoundedExp(-this.beta * Math.sqrt(x * x + y * y));
  }
}
