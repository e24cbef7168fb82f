import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { buildPlayground } from '../../scripts/build/playground.js';

// The place that the generator's theme reserves for links.
const LINKS = '<div id="tsd-toolbar-links">';

/** Adds a link to the playground to every page of a generated site. @throws Error if a page has no place for it */
export function linkPlayground(site) {
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
}

if (process.argv[1] === import.meta.filename) {
  const site = join(import.meta.dirname, '..', '..', 'build', 'site');
  linkPlayground(site);
  await buildPlayground(join(site, 'playground'), { docs: '../index.html' });
}
