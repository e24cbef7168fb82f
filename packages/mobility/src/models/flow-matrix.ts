import type { Flows } from '../flow/flows.js';

/** The positive entries of a square matrix (row: origin), by tile number or by tile name. */
export function flowsOfMatrix(matrix: Float64Array, n: number, names?: Uint32Array): Flows {
  let count = 0;
  for (let i = 0; i < matrix.length; i++) if (matrix[i] > 0) count++;
  const origins = new Uint32Array(count);
  const destinations = new Uint32Array(count);
  const flows = new Float64Array(count);
  for (let i = 0, k = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const flow = matrix[i * n + j];
      if (!(flow > 0)) continue;
      origins[k] = names ? names[i] : i;
      destinations[k] = names ? names[j] : j;
      flows[k++] = flow;
    }
  }
  return { origins, destinations, flows };
}
