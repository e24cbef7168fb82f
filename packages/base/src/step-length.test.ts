import { expect, test } from 'vitest';
import { Random } from './random.js';
import { stepLength } from './step-length.js';

test('the length of a step is that of Math.hypot, to the last digit', () => {
  const random = new Random(1);
  const steps = Array.from({ length: 2000 }, () => [random.next() - 0.5, 10 ** (20 * random.next() - 10)] as const);
  for (const [dx, dy] of [...steps, [0, 0] as const, [-3, 4] as const, [0, -1e-300] as const])
    expect(stepLength(dx, dy)).toBe(Math.hypot(dx, dy));
});
