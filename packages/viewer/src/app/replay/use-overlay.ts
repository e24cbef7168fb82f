import type { MutableRef } from 'preact/hooks';
import { useEffect, useState } from 'preact/hooks';
import { source } from '../source.js';
import { type Overlay, readFlows, readTraffic } from './overlays.js';
import type { Stage } from './stage.js';

/** What lies over the city: fetched when it is first wanted. @returns what its colours and widths stand for */
export function useOverlay(
  base: string,
  overlay: Overlay,
  stage: MutableRef<Stage | null>,
  ids: object | null,
): string {
  const [note, setNote] = useState('');
  useEffect(() => {
    const one = stage.current;
    if (!one) return;
    one.onNote = setNote;
    one.overlay = overlay;
    one.refreshOverlay();
    if (overlay === 'flows' && !one.flows)
      void source.bytes(`${base}/flows`).then((buffer) => {
        one.flows = readFlows(buffer);
        one.refreshOverlay();
      });
    if (overlay === 'traffic' && !one.traffic)
      void source.bytes(`${base}/traffic`).then((buffer) => {
        one.traffic = readTraffic(buffer);
        one.refreshOverlay();
      });
  }, [overlay, ids]);
  return note;
}
