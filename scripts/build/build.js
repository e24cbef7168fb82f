import { join } from 'node:path';
import { bundle } from './bundle.js';
import { buildPage, compilePackages, compileScripts, packages } from './compile.js';

// npm run build: everything that runs. Types are checked, and declarations written, by npm run typecheck.
// With --scripts, also scripts and benchmarks.
const scripts = process.argv.includes('--scripts');
const [page] = await Promise.all([buildPage(), compilePackages(), scripts && compileScripts()]);
await bundle(join(packages, 'asbench', 'bundle'), page);
