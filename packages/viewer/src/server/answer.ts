import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Library } from './library.js';
import { type Body, json } from './respond.js';

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
};

/** A file of the app by its name; null when it is none of the three. */
export function appFile(name: string): Body | null {
  const type = types[name];
  if (type === undefined) return null;
  const path = fileURLToPath(new URL(`../web/${name}`, import.meta.url.replace('/src/', '/dist/')));
  return existsSync(path) ? { type, bytes: readFileSync(path) } : null;
}

/** What stands at a path of the server; null when nothing does. */
export async function answer(library: Library, path: readonly string[], query: URLSearchParams): Promise<Body | null> {
  const [first, ...rest] = path;
  if (first !== 'api') return appFile(path.length === 1 && first === '' ? 'index.html' : path.join('/'));
  const [kind, name, view] = rest;
  void view;
  void query;
  if (kind === 'runs' && name === undefined) return json(library.list());
  if (kind === 'runs' && name !== undefined) return maybe(library.detail(name));
  return null;
}

const maybe = (value: unknown): Body | null => (value === null ? null : json(value));
