import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packages, root } from './build/compile.js';
import { repositoryOf, withLinks } from './build/links.js';

// Makes the artefacts of a release in build/release: npm tarballs, wheel and sdist, the bill of materials, licences and
// checksums. npm run release; with --links, only writes the links of the project into the packages, before npm publish.
const repository = repositoryOf();
if (repository === null)
  console.error(
    'The repository is unknown, so packages have no links: npm pkg set repository=https://github.com/OWNER/itinera',
  );
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

if (process.argv.includes('--links')) {
  for (const name of readdirSync(packages)) {
    const folder = join(packages, name);
    writeFileSync(join(folder, 'package.json'), asJson(withLinks(manifestOf(folder), repository, `packages/${name}`)));
  }
} else makeRelease(join(root, 'build', 'release'));

function makeRelease(target) {
  const stage = join(root, 'build', 'stage');
  for (const folder of [target, stage]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const npm = (args, cwd) => execFileSync('npm', [...args, '--ignore-scripts', '--silent'], { cwd, encoding: 'utf8' });
  const contents = JSON.parse(npm(['pack', '--workspaces', '--dry-run', '--json'], root));
  for (const folder of readdirSync(packages)) {
    const from = join(packages, folder);
    const manifest = manifestOf(from);
    if (manifest.private) continue;
    for (const { path } of contents.find(({ name }) => name === manifest.name).files) {
      mkdirSync(dirname(join(stage, folder, path)), { recursive: true });
      cpSync(join(from, path), join(stage, folder, path));
    }
    const published = withLinks(manifest, repository, `packages/${folder}`);
    writeFileSync(join(stage, folder, 'package.json'), asJson(published));
    npm(['pack', '--pack-destination', target], join(stage, folder));
  }
  execFileSync(process.execPath, [join(root, 'scripts', 'python-package.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cpSync(join(root, 'python', 'dist'), target, { recursive: true });
  for (const name of ['sbom.cdx.json', 'LICENSES.txt'])
    cpSync(join(packages, 'asbench', 'bundle', name), join(target, name));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  rmSync(stage, { recursive: true });
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
