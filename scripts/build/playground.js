import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { fromSource, packages, pageOptions, root } from './compile.js';
import { licencesOf, partsOf } from './contents.js';
import { homepageOf, repositoryOf } from './links.js';

const source = join(packages, 'playground', 'src');

/** The pages: the file, its title, its script, and the addresses that it may load from. */
const pages = [
  { file: 'files.html', title: 'Files · Playground', entry: 'main.tsx', connect: "'none'" },
  {
    file: 'index.html',
    title: 'Playground',
    entry: 'simulate/main.tsx',
    // The language model of the reader; the frame of agents has no network.
    connect: 'https: http://localhost:* http://127.0.0.1:*',
    // The script of the frame in which agents run; it inherits the policy of the page.
    frame: 'simulate/sandbox-frame.ts',
  },
  // What only runs need: the first run loads it.
  { file: 'run.html', title: 'Parts of runs · Playground', entry: 'simulate/send-run-parts.ts', connect: "'none'" },
];

/**
 * Writes the playground into a folder: pages that contain their scripts, styles and workers, and also work when opened as files.
 * @param docs address of the documentation that the folder lies in; without it, the page links to the site or the repository, if known
 * @returns the names of the files
 * @throws Error if one of its packages may not be redistributed
 */
export async function buildPlayground(folder = join(root, 'build', 'playground'), { docs = null } = {}) {
  const repository = repositoryOf();
  const links = { docs: docs ?? homepageOf() ?? (repository && `${repository}#readme`), source: repository };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const city = await cityOfDemo();
  await Promise.all(
    pages.map(async ({ file, entry, frame, ...page }) => {
      const metafiles = [];
      const { outputFiles, metafile } = await build({
        ...pageOptions,
        entryPoints: { page: join(source, entry) },
        define: { LINKS: JSON.stringify(links), CITY: JSON.stringify(city) },
        outdir: folder,
        write: false,
        plugins: [fromSource, workersAsText(metafiles)],
      });
      const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
      const licences = licencesOf(partsOf([metafile, ...metafiles]));
      const sandbox = frame === undefined ? null : await sandboxScript(join(source, frame));
      const parts = { script: textOf('.js'), sheet: textOf('.css'), licences, sandbox };
      writeFileSync(join(folder, file), htmlOf({ ...page, ...parts }));
    }),
  );
  // Without this file, GitHub Pages would pass the pages through a template engine.
  writeFileSync(join(folder, '.nojekyll'), '');
  return pages.map(({ file }) => file);
}

/** `import code from 'worker:./worker.ts'`: the bundled code of a worker as text. */
const workersAsText = (metafiles) => ({
  name: 'workers-as-text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worker:/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.slice('worker:'.length)),
      namespace: 'worker',
    }));
    onLoad({ filter: /./, namespace: 'worker' }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        ...pageOptions,
        entryPoints: [path],
        outdir: root,
        write: false,
        format: 'iife',
        // Messages name classes.
        keepNames: true,
        plugins: [fromSource],
      });
      metafiles.push(metafile);
      return { contents: outputFiles[0].text, loader: 'text', watchFiles: [path] };
    });
  },
});

/**
 * The map of the demo data of `asbench run DailyMobility`, compressed. It is not generated in the page, because
 * functions such as `Math.sin` differ in their last digit between browsers.
 */
async function cityOfDemo() {
  const { demoWorld, dailyMobilityCore } = await import('../../packages/benchmarks/dist/browser.js');
  return gzipSync(demoWorld(dailyMobilityCore).files['map.pb'], { level: 9 }).toString('base64');
}

async function sandboxScript(path) {
  const { outputFiles } = await build({
    ...pageOptions,
    entryPoints: [path],
    outdir: root,
    write: false,
    format: 'iife',
  });
  return outputFiles[0].text.trim();
}

/**
 * The frame of agents: an origin of its own without storage, and a policy without network. Agents are modules at
 * addresses that the frame makes.
 */
function frameOf(script) {
  const policy = `default-src 'none'; script-src ${hash(script)} blob:; worker-src blob:; connect-src 'none'`;
  const html = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>${script}</script>`;
  return `<iframe id="sandbox" title="Sandbox of the agent" sandbox="allow-scripts" hidden srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
}

const hash = (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

function htmlOf({ title, connect, script, sheet, licences, sandbox }) {
  const code = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const style = sheet.replaceAll('</style', '<\\/style');
  const policy = [
    "default-src 'none'",
    `script-src ${hash(code)}${sandbox === null ? " 'wasm-unsafe-eval'" : ` ${hash(sandbox)} blob:`}`,
    'worker-src blob:',
    ...(sandbox === null ? [] : ["frame-src 'self' file:"]),
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types itinera-worker',
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Itinera</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
${sandbox === null ? '' : frameOf(sandbox)}
<noscript>This page needs JavaScript. Allow scripts for this address.</noscript>
<script type="module">${code}</script>
<script type="text/plain" id="licences">
${licences.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`;
}

// npm run playground
if (process.argv[1] === import.meta.filename) {
  const folder = join(root, 'build', 'playground');
  await buildPlayground(folder);
  console.log(`Open ${join(folder, 'index.html')} in a browser.`);
}
