import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledUrl, UserError } from '@itinera/base';
import type { Body } from './respond.js';

/** The files of the page. */
const WEB = fileURLToPath(compiledUrl('../web/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Returns a file of the app by its name, or null for any other name. */
export function appFile(name: string): Body | null {
  const kind = /^[\w-]+\.(html|js|css)$/.exec(name)?.[1];
  const path = join(WEB, name);
  return kind !== undefined && existsSync(path)
    ? { type: `${TYPES[kind]}; charset=utf-8`, bytes: readFileSync(path) }
    : null;
}

/** Returns the names of the scripts and style sheets that the page loads. */
export const appParts = (): string[] =>
  readdirSync(WEB).filter((name) => /\.(js|css)$/.test(name) && name !== 'report.js');

/** Returns the text of a file of the app. @throws UserError if it is not built */
export function appText(name: string): string {
  const body = appFile(name);
  if (body === null) throw new UserError(`The viewer's ${name} is not built. Run: npm run build`);
  return new TextDecoder().decode(body.bytes);
}
