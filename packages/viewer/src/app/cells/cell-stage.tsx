import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { CellCount } from '../../wire/cells.js';
import type { Camera } from '../replay/camera.js';
import type { City } from '../replay/city.js';
import { type AreaDrawing, AreaShape } from '../replay/draw-area.js';
import { listenToGestures } from '../replay/gestures.js';
import { MapScale, ZoomTools } from '../replay/map-tools.js';
import { drawCells } from './draw-cells.js';

interface StageProps {
  readonly drawn: Parameters<typeof drawCells>[2];
  readonly camera: Camera;
  readonly city: City | null;
  readonly setPointed: (cell: CellCount | null) => void;
  readonly area: AreaDrawing;
  readonly swipe: ((share: number) => void) | null;
  readonly label: string;
  /** Of both sides of the boundary. */
  readonly names: readonly string[];
}

/** The map with its cells: it moves and zooms, reports the cell under the pointer, and an area can be drawn on it. */
export function CellStage({ drawn, camera, city, setPointed, area, swipe, label, names }: StageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const byCell = useMemo(() => new Map(drawn.counts.cells.map((one) => [one.cell.join(), one])), [drawn.counts]);
  useEffect(() => {
    let frames = 0;
    const draw = () => {
      for (const canvas of [ground.current!, over.current!]) {
        const ratio = Math.min(2, devicePixelRatio);
        const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
        if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      }
      city?.draw(ground.current!, camera);
      drawCells(over.current!, camera, drawn);
      city?.names.draw(over.current!, camera);
      frame.current!.dataset.shown = city === null ? 'cells' : 'map';
    };
    const request = () => {
      cancelAnimationFrame(frames);
      frames = requestAnimationFrame(draw);
    };
    const resize = () => {
      camera.fit(frame.current!.clientWidth, frame.current!.clientHeight);
      request();
    };
    const observer = new ResizeObserver(resize);
    observer.observe(frame.current!);
    const stop = camera.listen(request);
    addEventListener('themechange', request);
    resize();
    return () => {
      cancelAnimationFrame(frames);
      observer.disconnect();
      stop();
      removeEventListener('themechange', request);
    };
  }, [city, camera, drawn.counts, drawn.split]);
  useEffect(
    () => listenToGestures(frame.current!, camera, { onMove: () => {}, onPick: () => {}, ...area.gestures }),
    [camera],
  );
  const point = (event: PointerEvent) => {
    const box = frame.current!.getBoundingClientRect();
    const at = camera.unitsAt(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2);
    setPointed(byCell.get(drawn.cells.at(...at).join()) ?? null);
  };
  return (
    <div class={`stage-box ${area.isDrawing ? 'drawing' : ''}`}>
      <div
        class="stage"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map.
        tabIndex={0}
        role="application"
        aria-label={`${label} Arrow keys move the map, plus and minus zoom, 0 shows everything.`}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <canvas ref={ground} />
        <canvas ref={over} />
      </div>
      <AreaShape camera={camera} outline={area.outline} />
      {swipe !== null && typeof drawn.split === 'number' && (
        <div class="swipe" style={{ left: `${100 * drawn.split}%` }}>
          <span class="swipe-line" />
          {names.map((name) => (
            <bdi class="swipe-name" key={name}>
              {name}
            </bdi>
          ))}
        </div>
      )}
      {swipe !== null && typeof drawn.split === 'number' && (
        <input
          type="range"
          class="swipe-range"
          min={0}
          max={1}
          step={0.01}
          value={drawn.split}
          aria-label="Boundary between both sides"
          onInput={(event) => swipe(Number(event.currentTarget.value))}
        />
      )}
      <MapScale camera={camera} />
      {city && <small class="map-source">{city.source}</small>}
      <div class="tools">
        <ZoomTools camera={camera} />
      </div>
    </div>
  );
}
