import { useEffect, useRef, useState } from 'preact/hooks';
import { Loading, Trouble } from '../parts/states.js';
import { useRoute } from '../route.js';
import type { Bin } from './bin.js';
import type { Camera } from './camera.js';
import { Controls } from './controls.js';
import { MapScale } from './map-scale.js';
import type { Overlay } from './overlays.js';
import type { Stage } from './stage.js';
import { useLook } from './use-look.js';
import { useOverlay } from './use-overlay.js';
import { type StageParts, useStage } from './use-stage.js';

interface Props extends StageParts {
  readonly name: string;
  readonly titled: boolean;
  /** Whether the camera stays with whom this pane follows: of panes with one camera, one leads. */
  readonly leads: boolean;
}

/** A city with people in it, and what says how they are shown. */
export function Pane({ name, titled, leads, ...parts }: Props) {
  const { base, meta, camera } = parts;
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const seen = useRef<Bin | null>(null);
  const [ids, setIds] = useState<ArrayLike<number> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { query } = useRoute();
  const by = query.get('colour') ?? 'mode';
  const overlay = (query.get('layer') ?? 'none') as Overlay;
  const trails = query.get('trails') !== 'off';
  const hidden = new Set((query.get('hide') ?? '').split('.').filter(Boolean).map(Number));
  const follow = query.get('follow');
  const look = useLook(base, meta, { by, trails, hidden }, { stage, seen, ids }, setError);
  const isLoading = useStage(
    parts,
    { frame, stage, seen },
    {
      look: (bin) => look.current.look(bin),
      count: (bin) => look.current.count(bin),
      onIds: setIds,
      onTrouble: setError,
    },
  );
  const note = useOverlay(base, overlay, stage, ids);

  useEffect(() => {
    if (!stage.current || !ids) return;
    stage.current.followed = follow === null || !leads ? -1 : Array.prototype.indexOf.call(ids, Number(follow));
    if (stage.current.followed >= 0 && camera.scale * 400 < camera.plane.unit * 100) camera.zoom(3);
    frame.current?.classList.toggle('following', stage.current.followed >= 0);
    stage.current.request();
  }, [follow, ids]);

  if (error) return <Trouble title="The replay cannot be shown">{error}</Trouble>;
  return (
    <section class="pane" aria-label={`Replay of ${name}`}>
      {titled && (
        <h2>
          <bdi>{name}</bdi>
        </h2>
      )}
      <div class="stage-box">
        <div
          class="stage"
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map.
          tabIndex={0}
          role="application"
          aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows all, space plays."
        />
        {isLoading && <Loading what="this quarter of an hour" />}
        <MapScale camera={camera} />
        {stage.current && <small class="map-source">{stage.current.source}</small>}
        <Zoom camera={camera} fit={() => frame.current && fit(camera, frame.current)} />
      </div>
      <Controls
        name={name}
        meta={meta}
        by={by}
        overlay={overlay}
        note={note}
        trails={trails}
        hidden={hidden}
        legend={look.current.legend}
        counts={look.current.counts}
        follow={follow}
        known={ids !== null && follow !== null && Array.prototype.includes.call(ids, Number(follow))}
      />
    </section>
  );
}

function fit(camera: Camera, { clientWidth, clientHeight }: HTMLElement): void {
  camera.fit(clientWidth, clientHeight, true);
}

function Zoom({ camera, fit }: { readonly camera: Camera; readonly fit: () => void }) {
  return (
    <div class="zoom">
      <button type="button" onClick={() => camera.zoom(1.6)} aria-label="Closer">
        +
      </button>
      <button type="button" onClick={() => camera.zoom(1 / 1.6)} aria-label="Farther">
        −
      </button>
      <button type="button" onClick={fit} aria-label="Show all of the city">
        ⤢
      </button>
    </div>
  );
}
