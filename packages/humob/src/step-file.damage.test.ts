import { gzipSync } from 'node:zlib';
import { UserError } from '@itinera/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someOf } from '../../base/src/damage.fixture.js';
import { readSteps } from './on-disk.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .array(fc.constantFrom('1', '60', ',', ',', '\n', '\r', ' ', 'uid', 'x', '"', '\ufeff', '-', '999'), {
      maxLength: 60,
    })
    .map((parts) => Buffer.from(parts.join(''))),
  fc.uint8Array({ maxLength: 100 }).map((content) => gzipSync(content).subarray(0, content.length + 12)),
);

test('any bytes result in steps or a UserError', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), async (content, masked) => {
      const error = await readSteps(temp.write('steps.csv', content), { masked }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error === undefined || error instanceof UserError).toBe(true);
    }),
    { numRuns: someOf(300, 3), seed: 1 },
  );
});
