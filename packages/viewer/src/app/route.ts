import { useEffect, useState } from 'preact/hooks';

/** Where the user is: parts of the path after `#/`, and what stands after the question mark. */
export interface PageRoute {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

export function readRoute(): PageRoute {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { parts: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

/** The address of a page; parts are written so that any name of a folder is safe in it. */
export function href(parts: readonly (string | number)[], query: Readonly<Record<string, string>> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== '');
  const search = entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}${search}`;
}

/** Changes what stands after the question mark, without a step in the browser's history. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const { parts, query } = readRoute();
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key);
    else query.set(key, value);
  }
  history.replaceState(null, '', href(parts, Object.fromEntries(query)));
  dispatchEvent(new Event('querychange'));
}

export function useRoute(): PageRoute {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const update = () => setRoute(readRoute());
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
