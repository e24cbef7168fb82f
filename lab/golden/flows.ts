import { type Deterrence, type Flows, fitGravity, gravity, radiation, type Tiles } from '@itinera/mobility';
import type { Adapter, Check, GoldenCase } from './adapter.js';

/** Golden distances are km. */
const KM = 1000;

const CONSTRAINTS = { 'singly constrained': 'singly', 'globally constrained': 'globally' } as const;

function matrixOf({ origins, destinations, flows }: Flows, n: number): number[][] {
  const matrix = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  flows.forEach((flow, k) => {
    (matrix[origins[k] as number] as number[])[destinations[k] as number] = flow;
  });
  return matrix;
}

function flowsOf(matrix: readonly number[][]): Flows {
  const entries = matrix.flatMap((row, i) => row.flatMap((flow, j) => (flow > 0 ? [{ i, j, flow }] : [])));
  return {
    origins: Uint32Array.from(entries, ({ i }) => i),
    destinations: Uint32Array.from(entries, ({ j }) => j),
    flows: Float64Array.from(entries, ({ flow }) => flow),
  };
}

function run(golden: GoldenCase, check: Check): void {
  const { lon, lat, relevance, outflow } = golden;
  const tiles: Tiles = { lons: lon, lats: lat, relevance };
  const n = lon.length;
  for (const {
    model,
    gravity_type,
    deterrence,
    argument,
    origin_exponent,
    destination_exponent,
    adopted,
  } of golden.runs) {
    const law: Deterrence =
      deterrence === 'power_law' ? { law: 'power', exponent: argument } : { law: 'exponential', rate: argument / KM };
    const constraint = CONSTRAINTS[gravity_type as keyof typeof CONSTRAINTS];
    const flows = (outflows: number[]) =>
      model === 'radiation'
        ? radiation(tiles, { outflows, ties: 'number' })
        : gravity(tiles, {
            constraint,
            outflows,
            deterrence: law,
            originExponent: origin_exponent,
            destinationExponent: destination_exponent,
          });
    const name = [model, gravity_type, deterrence, argument].filter((part) => part !== undefined).join(' ');
    check.same(`${name} flows`, matrixOf(flows(outflow), n), adopted.flows, 'flow');
    // Probabilities are flows of one trip from each tile, or of one in all.
    const one = new Array<number>(n).fill(constraint === 'globally' ? 1 / n : 1);
    check.same(`${name} probabilities`, matrixOf(flows(one), n), adopted.probabilities, 'flow');
  }
}

function fitted(found: ReturnType<typeof fitGravity>) {
  const { originExponent, destinationExponent, deterrence } = found;
  return {
    origin_exponent: originExponent,
    destination_exponent: destinationExponent,
    argument: deterrence.law === 'power' ? deterrence.exponent : deterrence.rate * KM,
  };
}

function regression({ lon, lat, relevance, flows, fits }: GoldenCase, check: Check): void {
  const tiles: Tiles = { lons: lon, lats: lat, relevance };
  for (const { gravity_type, deterrence, adopted } of fits) {
    const constraint = CONSTRAINTS[gravity_type as keyof typeof CONSTRAINTS];
    const found = fitGravity(tiles, flowsOf(flows), {
      constraint,
      law: deterrence === 'power_law' ? 'power' : 'exponential',
    });
    check.same(`${gravity_type} ${deterrence}`, fitted(found), adopted, 'fit');
  }
}

/** Gravity and radiation flows and fits; the first rows of the peer if a case has nothing else. */
export const adapter: Adapter = (golden, check) => {
  if (golden.runs) return run(golden, check);
  if (golden.fits) return regression(golden, check);
  publishedExample(golden, check);
};

/** A published data set whose flows are in a separate file: the first rows, for which the peer has values that agree. */
function publishedExample({ lon, lat, relevance, outflow, scikit_mobility }: GoldenCase, check: Check): void {
  const tiles: Tiles = { lons: lon, lats: lat, relevance };
  for (const { model, gravity_type, deterrence, argument, first_row } of scikit_mobility) {
    if (!first_row) continue;
    const constraint = CONSTRAINTS[gravity_type as keyof typeof CONSTRAINTS];
    const law: Deterrence =
      deterrence === 'power_law' ? { law: 'power', exponent: argument } : { law: 'exponential', rate: argument / KM };
    const flows =
      model === 'radiation'
        ? radiation(tiles, { outflows: outflow })
        : gravity(tiles, { constraint, outflows: outflow, deterrence: law });
    const [row = []] = matrixOf(flows, lon.length);
    const name = [model, gravity_type, deterrence].filter((part) => part !== undefined).join(' ');
    // The peer rounds its flows by radiation.
    check.same(name, model === 'radiation' ? row.map(Math.round) : row, first_row, { absolute: 0, relative: 1e-6 });
  }
}
