import type { MutableRef } from 'preact/hooks';
import { useEffect, useRef, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { roundBelow } from '../charts/scale.js';
import { metres } from '../format.js';
import { Loading, Trouble } from '../parts/states.js';
import { useRoute } from '../route.js';
import { source } from '../source.js';
import type { Bin } from './bin.js';
import type { ReplayPlace } from './bins.js';
import type { Camera } from './camera.js';
import { Controls } from './controls.js';
import { type Overlay, type OverlayScale, readFlows, readTraffic } from './overlays.js';
import { PersonCard } from './person-card.js';
import type { Stage } from './stage.js';
import { useLook } from './use-look.js';
import { type StageParts, useStage } from './use-stage.js';

interface Props extends StageParts {
  readonly titled: boolean;
  /** Whether the camera follows the person of this pane; if panes share a camera, one of them leads. */
  readonly leads: boolean;
}

/** A city with its people, and the controls of how they are shown. */
export function Pane({ titled, leads, ...parts }: Props) {
  const { of, meta, camera } = parts;
  const name = of.run;
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
  const look = useLook(of, meta, { by, trails, hidden }, { stage, seen, ids }, setError);
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
  const scale = useOverlay(of, overlay, stage, ids);

  useEffect(() => {
    if (!stage.current || !ids) return;
    stage.current.followed = follow === null || !leads ? -1 : Array.prototype.indexOf.call(ids, Number(follow));
    if (stage.current.followed >= 0 && camera.scale * 400 < camera.plane.unit * 100) camera.zoom(3);
    frame.current?.classList.toggle('following', stage.current.followed >= 0);
    stage.current.request();
  }, [follow, ids]);

  const knownPerson = ids !== null && follow !== null && Array.prototype.includes.call(ids, Number(follow));
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
          aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows everything, space plays or pauses."
        />
        {isLoading && <Loading what="this quarter of an hour" />}
        <MapScale camera={camera} />
        {stage.current && <small class="map-source">{stage.current.source}</small>}
        {knownPerson && <PersonCard run={name} person={Number(follow)} clock={parts.clock} camera={camera} />}
        <Zoom camera={camera} fit={() => frame.current && fit(camera, frame.current)} />
      </div>
      <Controls
        name={name}
        meta={meta}
        by={by}
        overlay={overlay}
        scale={scale}
        trails={trails}
        hidden={hidden}
        legend={look.current.legend}
        counts={look.current.counts}
        follow={follow}
        known={knownPerson}
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
      <button type="button" onClick={() => camera.zoom(1.6)} aria-label="Zoom in">
        +
      </button>
      <button type="button" onClick={() => camera.zoom(1 / 1.6)} aria-label="Zoom out">
        −
      </button>
      <button type="button" onClick={fit} aria-label="Show the whole city">
        ⤢
      </button>
    </div>
  );
}

/** Pixels of the longest bar. */
const LONGEST = 120;

/** A scale bar of round length on the map. */
function MapScale({ camera }: { readonly camera: Camera }) {
  const [, update] = useState(0);
  useEffect(() => camera.listen(() => update((n) => n + 1)), [camera]);
  if (camera.scale === 0) return null;
  const metresPerPixel = camera.plane.unit / camera.scale;
  const length = roundBelow(LONGEST * metresPerPixel);
  return (
    <div class="map-scale">
      <span style={{ width: `${length / metresPerPixel}px` }} />
      {metres(length)}
    </div>
  );
}

/** Loads the data of an overlay when it is first selected. @returns its legend */
function useOverlay(of: ReplayPlace, overlay: Overlay, stage: MutableRef<Stage | null>, ids: object | null) {
  const [scale, setScale] = useState<OverlayScale | null>(null);
  useEffect(() => {
    const one = stage.current;
    if (!one) return;
    one.onScale = setScale;
    one.overlay = overlay;
    one.refreshOverlay();
    const load = (file: string, take: (buffer: ArrayBuffer) => void) =>
      void source.bytes(API.replayFile.at({ ...of, file })).then((buffer) => {
        take(buffer);
        one.refreshOverlay();
      });
    if (overlay === 'flows' && !one.flows) load('flows', (buffer) => (one.flows = readFlows(buffer)));
    if (overlay === 'traffic' && !one.traffic) load('traffic', (buffer) => (one.traffic = readTraffic(buffer)));
  }, [overlay, ids]);
  return scale;
}
