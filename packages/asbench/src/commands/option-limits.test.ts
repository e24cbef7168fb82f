import { expect, test } from 'vitest';
import { programWithAll, withChildren } from './whole-program.fixture.js';

test('no option of any command accepts a value that is not finite, or that would keep it busy for ever', async () => {
  const accepted: string[] = [];
  for (const command of withChildren(await programWithAll()))
    for (const { long, parseArg, argChoices, defaultValue } of command.options)
      for (const text of ['NaN', 'Infinity', '-Infinity', '1e309', '', ' ', '__proto__', '1000000000000000']) {
        if (parseArg === undefined || argChoices !== undefined) continue;
        try {
          const value: unknown = parseArg(text, defaultValue);
          if (typeof value === 'number' && (!Number.isFinite(value) || value >= 1e15))
            accepted.push(`${command.name()} ${long}`);
        } catch (error) {
          expect((error as Error).message, `${command.name()} ${long}`).toContain('xpected');
        }
      }
  // Numbers of something that ends by itself, or with limits of their own.
  const harmless =
    /--(seed|size|person|road|speed-factor|again|max-calls|max-tokens|represents|limit|worst|block|from-day|most|pilot|number|value-of-time)$/;
  expect(accepted.filter((option) => !harmless.test(option))).toEqual([]);
});
