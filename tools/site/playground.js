import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { buildPlayground } from '../../scripts/build/playground.js';

// The place that the generator's theme reserves for links.
const LINKS = '<div id="tsd-toolbar-links">';

/** Adds the playground to a generated site, and a link to it to every page. @throws Error if a page has no place for it */
export async function addPlayground(site) {
  const names = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html'));
  for (const name of names) {
    const html = readFileSync(join(site, name), 'utf8');
    if (!html.includes(LINKS)) throw new Error(`${name} has no place for a link: ${LINKS}`);
    const address = [relative(dirname(name), ''), 'playground/index.html']
      .filter(Boolean)
      .join('/')
      .replaceAll(sep, '/');
    writeFileSync(join(site, name), html.replace(LINKS, `${LINKS}<a href="${address}">Playground</a>`));
  }
  await buildPlayground(join(site, 'playground'));
}

if (process.argv[1] === import.meta.filename)
  await addPlayground(join(import.meta.dirname, '..', '..', 'build', 'site'));
