import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.js';

// Builds the packages and the viewer's page, side by side: neither waits for the other; then the program. npm run build
const root = join(import.meta.dirname, '..');
const build = (command, cwd) =>
  new Promise((resolve) => {
    spawn(command, { cwd, stdio: 'inherit', shell: true }).on('exit', (code) => resolve(code ?? 1));
  });
const codes = await Promise.all([
  build('tsc -b', root),
  build('vite build --logLevel warn', join(root, 'packages', 'viewer')),
]);
process.exitCode = Math.max(...codes);

// What was made of a source that is gone would be published still.
for (const name of readdirSync(join(root, 'packages'))) {
  const dist = join(root, 'packages', name, 'dist');
  if (!existsSync(dist)) continue;
  for (const file of readdirSync(dist, { recursive: true })) {
    const stem = /^(?!(?:web|app-types)[\\/])(.+?)\.(?:js|d\.ts)(?:\.map)?$/.exec(file)?.[1];
    if (stem === undefined) continue;
    const source = join(dist, '..', 'src', stem);
    if (!existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`)) rmSync(join(dist, file));
  }
}
if (process.exitCode === 0) await bundle(join(root, 'packages', 'asbench', 'bundle'));
