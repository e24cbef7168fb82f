import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from './build/compile.js';
import { repositoryOf } from './build/links.js';

// Makes the artefacts of a release in build/release: npm tarballs, wheel and sdist, the bill of materials, licences and
// checksums. npm run release
if (repositoryOf() === null)
  console.error(
    'The repository is unknown, so packages have no links: npm pkg set repository=https://github.com/OWNER/itinera',
  );

makeRelease(join(root, 'build', 'release'));

function makeRelease(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const published = readdirSync(packages).filter((name) => !manifestOf(name).private);
  const words = ['pack', ...published.flatMap((name) => ['--workspace', `packages/${name}`])];
  execFileSync('npm', [...words, '--silent', '--pack-destination', target], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync(process.execPath, [join(root, 'scripts', 'python-package.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cpSync(join(root, 'python', 'dist'), target, { recursive: true });
  for (const name of ['sbom.cdx.json', 'LICENSES.txt'])
    cpSync(join(packages, 'asbench', 'bundle', name), join(target, name));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  const sums = readdirSync(target)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(target, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
  process.stdout.write(`${sums.join('')}build/release: ${sums.length} files and SHA256SUMS\n`);
}

function manifestOf(name) {
  return JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
}
