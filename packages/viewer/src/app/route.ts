import { useLayoutEffect, useState } from 'preact/hooks';
import { fill, type ParamsOf } from '../wire/addresses.js';
import { entryState } from './scroll.js';

/** The current address: the parts of the path after `#/`, and the query after the question mark. */
export interface PageRoute {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads the part of an address that starts with `#`. */
export function parseHash(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { parts: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

/** The address of a page, starting with `#`. Empty values of the query are left out. */
export function href<const P extends string>(
  page: P,
  params: ParamsOf<P>,
  query: Readonly<Record<string, string>> = {},
): string {
  return `#/${fill(page, params)}${searchOf(query)}`;
}

function searchOf(query: Readonly<Record<string, string>>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== '');
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}

/** The part of an address that starts with `#`, with changes to its query; null removes a value. */
export function withQuery(hash: string, changes: Readonly<Record<string, string | null>>): string {
  const { parts, query } = parseHash(hash);
  for (const [key, value] of Object.entries(changes)) query.set(key, value ?? '');
  return `#/${parts.map(encodeURIComponent).join('/')}${searchOf(Object.fromEntries(query))}`;
}

/**
 * Changes the query of the page's address. @param isStep whether the Back button undoes it; otherwise the browser's history
 * gets no entry
 */
export function setQuery(changes: Readonly<Record<string, string | null>>, isStep = false): void {
  const next = withQuery(location.hash, changes);
  if (isStep) history.pushState(entryState(true), '', next);
  else history.replaceState(entryState(false), '', next);
  dispatchEvent(new Event('querychange'));
}

export function useRoute(): PageRoute {
  const [route, setRoute] = useState(() => parseHash(location.hash));
  useLayoutEffect(() => {
    const update = () => setRoute(parseHash(location.hash));
    addEventListener('hashchange', update);
    addEventListener('querychange', update);
    return () => {
      removeEventListener('hashchange', update);
      removeEventListener('querychange', update);
    };
  }, []);
  return route;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
