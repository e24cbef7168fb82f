/** A step of a trajectory: (d, t, x, y) or (uid, d, t, x, y); day, half-hour slot, and cell coordinates. */
export type Step = ArrayLike<number>;

/** Checked steps of one user, sorted by day and time, as columns. */
export interface Days {
  readonly generatedX: Float64Array;
  readonly generatedY: Float64Array;
  readonly referenceX: Float64Array;
  readonly referenceY: Float64Array;
  /** Day i holds points offsets[i] to offsets[i + 1], excluded. */
  readonly offsets: Int32Array;
}

const SIDES = ['generated', 'reference'] as const;

/**
 * Checks two trajectories of one user against each other, with the reference implementation's checks, in its order and
 * with its messages, and splits them into days. Steps are sorted by day and time; steps of the same day and time keep
 * their order.
 *
 * @throws RangeError if the two cannot be compared; TypeError for anything that is not a list of steps
 */
export function splitIntoDays(generated: readonly Step[], reference: readonly Step[], caller: string): Days {
  const sides = { generated, reference };
  for (const side of SIDES) requireList(sides[side], side, caller);
  for (const side of SIDES) {
    if (sides[side].length === 0) throw new RangeError(`The length of the ${side} trajectory is 0.`);
  }
  if (generated.length !== reference.length) {
    throw new RangeError("The length doesn't match between the generated and reference trajectories.");
  }
  for (const side of SIDES) requireSteps(sides[side], side, caller);
  for (const side of SIDES) requireEqualColumns(sides[side], side);
  const columns = generated[0].length;
  if (columns !== reference[0].length) {
    throw new RangeError('The numbers of columns are different between the generated and reference trajectories.');
  }
  if (columns !== 4 && columns !== 5) {
    throw new RangeError('The numbers of columns must be 4, (d, t, x, y), or 5, (uid, d, t, x, y).');
  }
  for (const side of SIDES) requireFinite(sides[side], side, caller);
  const day = columns - 4;
  for (let i = 0; i < generated.length; i++) {
    const g = generated[i];
    const r = reference[i];
    if (g[day] !== r[day] || g[day + 1] !== r[day + 1]) {
      throw new RangeError(
        `Day and time are not the same at step ${i}, d=${g[day]} and t=${g[day + 1]} for generated while ` +
          `d=${r[day]} and t=${r[day + 1]} for reference.`,
      );
    }
  }

  // Days and times are the same step by step, so one order serves both.
  const order = inOrder(generated, day);
  const offsets = [0];
  for (let i = 1; i < order.length; i++) {
    if (generated[order[i]][day] !== generated[order[i - 1]][day]) offsets.push(i);
  }
  offsets.push(order.length);
  const column = (steps: readonly Step[], at: number) => {
    const values = new Float64Array(order.length);
    for (let i = 0; i < values.length; i++) values[i] = steps[order[i]][at];
    return values;
  };
  return {
    generatedX: column(generated, day + 2),
    generatedY: column(generated, day + 3),
    referenceX: column(reference, day + 2),
    referenceY: column(reference, day + 3),
    offsets: Int32Array.from(offsets),
  };
}

/** Indices of steps by day and time. */
function inOrder(steps: readonly Step[], day: number): Uint32Array {
  const order = new Uint32Array(steps.length);
  let isSorted = true;
  for (let i = 0; i < order.length; i++) {
    order[i] = i;
    if (i > 0 && byTime(steps[i - 1], steps[i], day) > 0) isSorted = false;
  }
  return isSorted ? order : order.sort((a, b) => byTime(steps[a], steps[b], day) || a - b);
}

const byTime = (a: Step, b: Step, day: number): number => a[day] - b[day] || a[day + 1] - b[day + 1];

/** @throws TypeError unless `list` is an array */
export function requireList(list: unknown, name: string, caller: string): void {
  if (!Array.isArray(list)) {
    const got = list === null ? 'null' : typeof list;
    throw new TypeError(`${caller}: ${name} must be an array of steps or points, but is ${got}.`);
  }
}

/** @throws TypeError unless each item is an array or a typed array */
export function requireSteps(list: readonly unknown[], name: string, caller: string): void {
  for (let i = 0; i < list.length; i++) {
    if (!Array.isArray(list[i]) && !ArrayBuffer.isView(list[i])) {
      throw new TypeError(`${caller}: item ${i} of ${name} must be an array of numbers, but is ${String(list[i])}.`);
    }
  }
}

/** @throws TypeError for any value that is not a finite number */
export function requireFinite(list: readonly Step[], name: string, caller: string): void {
  for (let i = 0; i < list.length; i++) {
    for (let k = 0; k < list[i].length; k++) {
      if (!Number.isFinite(list[i][k])) {
        throw new TypeError(
          `${caller}: item ${i} of ${name} holds ${String(list[i][k])}, where a finite number is expected.`,
        );
      }
    }
  }
}

function requireEqualColumns(steps: readonly Step[], side: string): void {
  if (steps.every((step) => step.length === steps[0].length)) return;
  const counts = new Map<number, number>();
  for (const step of steps) counts.set(step.length, (counts.get(step.length) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([columns, count]) => `${columns}: ${count}`);
  throw new RangeError(
    `The numbers of columns of the ${side} trajectory are inconsistent: Counter({${byCount.join(', ')}})`,
  );
}
