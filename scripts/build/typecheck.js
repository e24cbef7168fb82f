import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// npm run typecheck: checks all types, and writes the declarations of packages.
// The compiler collects no garbage below 2 GB, which would take a third of its processor time: it ends after seconds.
const env = { GOGC: 'off', GOMEMLIMIT: '2GiB', ...process.env };
const root = join(import.meta.dirname, '..', '..');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
for (const project of [['-b'], ['-p', 'tsconfig.tests.json']]) {
  const words = [compiler, ...project, '--checkers', '1'];
  const { status } = spawnSync(process.execPath, words, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
