import type { MutableRef } from 'preact/hooks';
import { useEffect, useRef, useState } from 'preact/hooks';
import { API } from '../../wire/addresses.js';
import { clock as clockText, count, dayName } from '../../wire/format.js';
import { MODES } from '../../wire/replay.js';
import { offer } from '../charts/save.js';
import { lazy } from '../lazy.js';
import { Loading, Trouble } from '../parts/states.js';
import { useRoute } from '../route.js';
import { source } from '../source.js';
import { colour } from '../theme.js';
import { AreaPanel, useSelection } from './area-panel.js';
import type { Bin } from './bin.js';
import type { ReplayPlace } from './bins.js';
import { Controls } from './controls.js';
import { AreaShape, useArea } from './draw-area.js';
import { type Caption, film, picture } from './film.js';
import { MapScale, ToolButton, ZoomTools } from './map-tools.js';
import { type Overlay, type OverlayScale, readFlows, readTraffic } from './overlays.js';
import type { Found, Stage } from './stage.js';
import { useLook } from './use-look.js';
import { type StageParts, useStage } from './use-stage.js';
import { readHours } from './view-address.js';

const PersonCard = lazy(async () => (await import('./person-card.js')).PersonCard);

/** Seconds of a film. */
export const FILM_SECONDS = 15;

/** What keys do with a pane. */
export interface PaneActions {
  readonly savePicture: () => void;
  readonly toggleFilm: () => void;
  readonly toggleArea: () => void;
  readonly selectVisible: () => void;
}

interface Props extends StageParts {
  readonly title: string | undefined;
  /** Whether the camera follows the person of this pane; if panes share a camera, one of them leads. */
  readonly leads: boolean;
  readonly isNight: boolean;
  readonly actions: MutableRef<PaneActions | null>;
}

/** A city with its people, and the controls of how they are shown. */
export function Pane({ title, leads, isNight, actions, ...parts }: Props) {
  const { of, meta, camera, clock } = parts;
  const name = of.run;
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const seen = useRef<Bin | null>(null);
  const [ids, setIds] = useState<ArrayLike<number> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [hover, setHover] = useState<{ found: Found; left: number; top: number } | null>(null);
  const [filming, setFilming] = useState<{ readonly stop: () => void; readonly until: number } | null>(null);
  const { query } = useRoute();
  const by = query.get('colour') ?? 'mode';
  const overlay = (query.get('layer') ?? 'none') as Overlay;
  const trails = query.get('trails') !== 'off';
  const hidden = new Set((query.get('hide') ?? '').split('.').filter(Boolean).map(Number));
  const follow = query.get('follow');
  const { area, outline, isDrawing, setDrawing, select, gestures } = useArea(camera);
  const hours = readHours(query.get('hours'));
  const selection = useSelection(of, meta, area, hours, setError);
  const shown = { by, trails, hidden, isNight };
  const look = useLook(of, meta, shown, selection?.people ?? null, { stage, seen, ids }, setError);
  const isLoading = useStage(
    parts,
    { frame, stage, seen },
    {
      look: (bin) => look.current.look(bin),
      count: (bin) => look.current.count(bin),
      onIds: setIds,
      onTrouble: setError,
      onHover: (found, left, top) => setHover(found && { found, left, top }),
      ...gestures,
    },
  );
  const [scale, restScale] = useOverlay(of, overlay, stage, ids);

  useEffect(() => {
    if (!stage.current || !ids) return;
    stage.current.followed = follow === null || !leads ? -1 : Array.prototype.indexOf.call(ids, Number(follow));
    if (stage.current.followed >= 0 && camera.scale * 400 < camera.plane.unit * 100) camera.zoom(3);
    frame.current?.classList.toggle('following', stage.current.followed >= 0);
    stage.current.request();
  }, [follow, ids]);

  const knownPerson = ids !== null && follow !== null && Array.prototype.includes.call(ids, Number(follow));
  const caption = (): Caption => {
    const at = (variable: string) => colour(variable, frame.current!);
    const { legend, counts } = look.current;
    const day =
      meta.days.length > 1 || clock.end > 86_400 ? `${dayName(Math.floor(clock.time / 86_400), meta.firstDay)} ` : '';
    return {
      title: stage.current!.place || name,
      note: `${count(meta.people)} simulated people · Itinera`,
      time: day + clockText(clock.time),
      credit: stage.current!.source,
      ink: at('ink'),
      paper: at('map-paper'),
      legend: legend.names
        .map((entry, i) => [entry, at(legend.colours[i]!), counts[i] ?? 0] as const)
        .filter(([, , number], i) => number > 0 && !hidden.has(i))
        .map(([entry, tint]) => [entry, tint] as const),
    };
  };
  const file = (kind: string) => `${name}-${clockText(clock.time).replace(':', '')}.${kind}`;
  const toggleFilm = () => {
    if (filming) return filming.stop();
    if (!stage.current) return;
    if (!clock.playing) clock.play();
    const stop = film(stage.current, FILM_SECONDS, caption, (made) => {
      setFilming(null);
      clock.pause();
      if (made) offer(made, file('webm'));
      else setError('This browser cannot record WebM films. Use Chromium or Firefox.');
    });
    setFilming({ stop, until: performance.now() + FILM_SECONDS * 1000 });
  };
  actions.current = {
    savePicture: () =>
      void (stage.current && picture(stage.current, caption()).then((made) => made && offer(made, file('png')))),
    toggleFilm,
    toggleArea: () => setDrawing(!isDrawing),
    selectVisible: () => {
      if (!isDrawing || !frame.current) return;
      const [across, up] = [
        frame.current.clientWidth / 2 / camera.scale,
        frame.current.clientHeight / 2 / camera.scale,
      ];
      const { x, y } = camera;
      select([x - across, y - up, x + across, y - up, x + across, y + up, x - across, y + up]);
    },
  };

  if (error) return <Trouble title="The replay cannot be shown">{error}</Trouble>;
  const label =
    'Map. Arrow keys move it, plus and minus zoom, 0 shows everything, space plays or pauses, question mark lists all keys.';
  return (
    <section class="pane" aria-label={`Replay of ${title ?? name}`}>
      {title !== undefined && (
        <h2>
          <bdi>{title}</bdi>
        </h2>
      )}
      <div class={`stage-box ${isDrawing ? 'drawing' : ''}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map. */}
        <div class="stage" ref={frame} tabIndex={0} role="application" aria-label={label} />
        <AreaShape camera={camera} outline={outline} />
        {isLoading && <Loading what="this quarter of an hour" />}
        <MapScale camera={camera} />
        {stage.current && <small class="map-source">{stage.current.source}</small>}
        {knownPerson && <PersonCard run={name} person={Number(follow)} clock={clock} camera={camera} />}
        {hover && !isDrawing && (
          <p class="map-hover" style={{ left: `${hover.left}px`, top: `${hover.top}px` }}>
            {sayFound(hover.found, seen.current, ids)}
          </p>
        )}
        {isDrawing && <p class="map-hint">Draw around an area, or press Enter for the visible one</p>}
        {filming && <FilmTime until={filming.until} />}
        <div class="tools">
          <ZoomTools camera={camera} />
          <ToolButton
            label="Select an area"
            isOn={isDrawing}
            onClick={() => actions.current?.toggleArea()}
            path="M4 6l7-3 6 5-3 8-9 1z"
          />
          <ToolButton
            label="Save a picture"
            onClick={() => actions.current?.savePicture()}
            path="M3 6h3l1.5-2h5L14 6h3v10H3zM10 8a3 3 0 1 1 0 6a3 3 0 1 1 0-6"
          />
          <ToolButton
            label={filming ? 'Stop recording' : `Record ${FILM_SECONDS} s`}
            isOn={filming !== null}
            onClick={toggleFilm}
            path={filming ? 'M5 5h10v10H5z' : 'M10 4a6 6 0 1 1 0 12a6 6 0 1 1 0-12M10 8a2 2 0 1 1 0 4a2 2 0 1 1 0-4'}
          />
        </div>
      </div>
      <div class="side">
        <Controls
          name={name}
          meta={meta}
          by={by}
          overlay={overlay}
          scale={scale}
          restScale={restScale}
          restColour={by === 'mode' || by === 'speed' ? 'rest' : 'soft'}
          trails={trails}
          hidden={hidden}
          legend={look.current.legend}
          counts={look.current.counts}
          follow={follow}
          known={knownPerson}
        />
        {selection && ids && <AreaPanel name={name} meta={meta} selection={selection} hours={hours} ids={ids} />}
      </div>
    </section>
  );
}

function sayFound(found: Found, bin: Bin | null, ids: ArrayLike<number> | null): string {
  if ('overlay' in found) return found.overlay;
  if ('resting' in found) return `${count(found.resting)} at rest`;
  if (!bin || !ids) return '';
  const { person } = found;
  const mover = bin.movers.indexOf(person);
  const speed = mover < 0 ? 0 : Math.round(bin.speedAt(mover, bin.frame[mover]!));
  return `Person ${ids[person]}, ${MODES[bin.how[person]!]}${speed > 0 ? `, ${speed} km/h` : ''}`;
}

/** Seconds left of a film. */
function FilmTime({ until }: { readonly until: number }) {
  const [, update] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => update((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="map-film" role="status">
      Recording, {Math.max(0, Math.ceil((until - performance.now()) / 1000))} s left
    </p>
  );
}

/** Loads the data of an overlay when it is first selected. @returns the legends of the overlay and of people at rest */
function useOverlay(of: ReplayPlace, overlay: Overlay, stage: MutableRef<Stage | null>, ids: object | null) {
  const [scales, setScales] = useState<readonly [OverlayScale | null, OverlayScale | null]>([null, null]);
  useEffect(() => {
    const one = stage.current;
    if (!one) return;
    one.onScale = (over, rest) => setScales([over, rest]);
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
  return scales;
}
