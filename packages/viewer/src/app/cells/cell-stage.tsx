import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CellCount } from '../../wire/cells.js';
import type { Plane } from '../../wire/replay.js';
import { Camera } from '../replay/camera.js';
import type { City } from '../replay/city.js';
import { listenToGestures } from '../replay/gestures.js';
import { setQuery } from '../route.js';
import { drawCells } from './draw-cells.js';

interface StageProps {
  readonly drawn: Parameters<typeof drawCells>[2];
  readonly plane: Plane;
  readonly city: City | null;
  readonly setPointed: (cell: CellCount | null) => void;
  readonly isDrawing: boolean;
  readonly swipe: ((share: number) => void) | null;
  readonly label: string;
}

/** The map with its cells: it moves and zooms, reports the cell under the pointer, and takes an area. */
export function CellStage({ drawn, plane, city, setPointed, isDrawing, swipe, label }: StageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const camera = useMemo(() => new Camera(plane), [plane]);
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
  }, [city, camera, drawn.counts, drawn.split, drawn.area?.join()]);
  useEffect(
    () => listenToGestures(frame.current!, camera, { onMove: () => undefined, onPick: () => undefined }),
    [camera],
  );
  const unitsAt = (event: PointerEvent) => {
    const box = frame.current!.getBoundingClientRect();
    const x = camera.x + (event.clientX - box.x - box.width / 2) / camera.scale;
    return [x, camera.y - (event.clientY - box.y - box.height / 2) / camera.scale] as const;
  };
  const point = (event: PointerEvent) => setPointed(byCell.get(drawn.cells.at(...unitsAt(event)).join()) ?? null);
  return (
    <div class="stage-box">
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
      {isDrawing && <AreaSheet unitsAt={unitsAt} />}
      {swipe !== null && typeof drawn.split === 'number' && (
        <div class="swipe" style={{ left: `${100 * drawn.split}%` }}>
          <span class="swipe-line" />
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
      {city && <small class="map-source">{city.source}</small>}
      <div class="zoom">
        <button type="button" onClick={() => camera.zoom(1.6)} aria-label="Zoom in">
          +
        </button>
        <button type="button" onClick={() => camera.zoom(1 / 1.6)} aria-label="Zoom out">
          −
        </button>
      </div>
    </div>
  );
}

/** A sheet over the map on which an area is drawn. */
function AreaSheet({ unitsAt }: { readonly unitsAt: (event: PointerEvent) => readonly [number, number] }) {
  const [from, setFrom] = useState<readonly [number, number] | null>(null);
  const take = (event: PointerEvent, isLast: boolean) => {
    if (from === null) return;
    const to = unitsAt(event);
    const limits = [
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
    ];
    setQuery({ area: limits.map(Math.round).join('.'), ...(isLast && { draw: null }) });
    if (isLast) setFrom(null);
  };
  return (
    <div
      class="area-sheet"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(unitsAt(event));
      }}
      onPointerMove={(event) => take(event, false)}
      onPointerUp={(event) => take(event, true)}
    />
  );
}
