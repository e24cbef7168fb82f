import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileWat, embedWasm } from '../packages/metrics/wasm/compile.js';

// Assembles the WebAssembly kernels into the modules that carry them: npm run wasm. Runs from build/scripts.
const metrics = join(import.meta.dirname, '..', '..', 'packages', 'metrics');
const bytes = compileWat(readFileSync(join(metrics, 'wasm', 'day-kernel.wat'), 'utf8'));
const target = join(metrics, 'src', 'humob', 'day-kernel.generated.ts');
writeFileSync(target, embedWasm('DAY_KERNEL', 'wasm/day-kernel.wat', bytes));
console.log(`${target}: ${bytes.length} bytes of WebAssembly`);
