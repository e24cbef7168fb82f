import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileWat, embedWasm } from '../../wasm/compile.js';

test('the kernel that is carried is the one its source assembles to', () => {
  const source = join(import.meta.dirname, '..', '..', 'wasm', 'day-kernel.wat');
  const bytes = compileWat(readFileSync(source, 'utf8'));
  const carried = readFileSync(join(import.meta.dirname, 'day-kernel.generated.ts'), 'utf8');
  expect(carried).toBe(embedWasm('DAY_KERNEL', 'wasm/day-kernel.wat', bytes));
});
