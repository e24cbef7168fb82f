import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading, Trouble } from './parts/states.js';

/** A component whose script is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [View, setView] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (View !== null) return;
      load().then(
        (found) => {
          loaded = found;
          setView(() => found);
        },
        () => setFailed(true),
      );
    }, []);
    if (failed)
      return (
        <Trouble alone title="This page cannot be loaded">
          Is asbench ui still running? Reload the page.
        </Trouble>
      );
    return View === null ? <Loading what="the page" /> : <View {...props} />;
  };
}
