import { spawn } from 'node:child_process';
import { join } from 'node:path';

// Builds the packages and the viewer's page, side by side: neither waits for the other. npm run build
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
