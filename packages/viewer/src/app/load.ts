import { useEffect, useState } from 'preact/hooks';
import { source } from './source.js';

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: string | null;
}

/** How many milliseconds later data are loaded again, for all or by what has come; 0 for not again. */
export type Again<T> = number | ((data: T) => number);

/**
 * Data of a path, loaded when it changes and again every so often.
 * @param path null for nothing yet
 * @param again one function for good, not one a call
 */
export function useLoad<T>(path: string | null, again: Again<T> = 0): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { path: string | null }>({ data: null, error: null, path: null });
  useEffect(() => {
    if (path === null) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let milliseconds = typeof again === 'number' ? again : 0;
    const load = async () => {
      try {
        const data = await source.json<T>(path);
        if (typeof again === 'function') milliseconds = again(data);
        if (!gone) setState({ data, error: null, path });
      } catch (error) {
        if (!gone)
          setState((last) => ({
            ...(last.path === path ? last : { data: null }),
            error: (error as Error).message,
            path,
          }));
      }
      if (!gone && milliseconds > 0 && source.live) timer = setTimeout(load, milliseconds);
    };
    void load();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [path, again]);
  return state.path === path ? state : { data: null, error: null };
}

/** Data of several paths, loaded together. */
export function useLoadAll<T>(paths: readonly string[]): Loaded<readonly T[]> {
  const all = paths.join('\n');
  const [state, setState] = useState<Loaded<readonly T[]> & { all: string }>({ data: null, error: null, all: '' });
  useEffect(() => {
    let gone = false;
    Promise.all(paths.map((path) => source.json<T>(path))).then(
      (data) => !gone && setState({ data, error: null, all }),
      (error: Error) => !gone && setState({ data: null, error: error.message, all }),
    );
    return () => {
      gone = true;
    };
  }, [all]);
  return state.all === all ? state : { data: null, error: null };
}
