import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Camera } from '../player/camera.js';
import type { City } from '../player/city.js';
import { type GestureListeners, listenToGestures } from '../player/gestures.js';
import { MapScale, ZoomTools } from '../player/map-tools.js';

interface MapStageProps {
  readonly camera: Camera;
  readonly city: City | null;
  /** Draws on the map, below its names. */
  readonly draw: (canvas: HTMLCanvasElement) => void;
  /** Draws on top of its names. */
  readonly drawOnTop?: (canvas: HTMLCanvasElement) => void;
  /** What these depend on. */
  readonly drawn: readonly unknown[];
  /** Called with the point below the pointer in units of the plane; null if it has left. */
  readonly onPoint?: (at: readonly [x: number, y: number] | null) => void;
  /** Called with the point that is clicked. */
  readonly onPick?: (at: readonly [x: number, y: number]) => void;
  readonly gestures?: Partial<GestureListeners>;
  readonly isDrawing?: boolean;
  readonly label: string;
  /** On top of the map. */
  readonly children?: ComponentChildren;
}

/** A map with something on it: it moves and zooms, and reports the point under the pointer. */
export function MapStage(props: MapStageProps) {
  const { camera, city, draw, drawOnTop, drawn, onPoint, onPick, gestures, isDrawing = false, label, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let frames = 0;
    const drawAll = () => {
      for (const canvas of [ground.current!, over.current!]) {
        const ratio = Math.min(2, devicePixelRatio);
        const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
        if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      }
      city?.draw(ground.current!, camera);
      draw(over.current!);
      city?.names.draw(over.current!, camera);
      drawOnTop?.(over.current!);
      frame.current!.dataset.shown = city === null ? 'cells' : 'map';
    };
    let isPrinting = false;
    // Printed, a canvas hides those below it, so that the upper one has the map, too; it is scaled as a picture.
    const print = () => {
      drawAll();
      isPrinting = true;
      const { opacity, filter } = getComputedStyle(ground.current!);
      const context = over.current!.getContext('2d')!;
      context.setTransform(1, 0, 0, 1, 0, 0);
      Object.assign(context, { globalCompositeOperation: 'destination-over', globalAlpha: Number(opacity), filter });
      context.drawImage(ground.current!, 0, 0);
      Object.assign(context, { globalCompositeOperation: 'source-over', globalAlpha: 1, filter: 'none' });
    };
    const request = () => {
      cancelAnimationFrame(frames);
      frames = requestAnimationFrame(drawAll);
    };
    const resize = () => {
      if (isPrinting) return;
      camera.fit(frame.current!.clientWidth, frame.current!.clientHeight);
      request();
    };
    const resume = () => {
      isPrinting = false;
      resize();
    };
    const observer = new ResizeObserver(resize);
    observer.observe(frame.current!);
    const stop = camera.listen(request);
    addEventListener('themechange', request);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', resume);
    resize();
    return () => {
      cancelAnimationFrame(frames);
      observer.disconnect();
      stop();
      removeEventListener('themechange', request);
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', resume);
    };
  }, [city, camera, ...drawn]);
  const unitsAt = (left: number, top: number) => {
    const { width, height } = frame.current!.getBoundingClientRect();
    return camera.unitsAt(left - width / 2, top - height / 2);
  };
  const pick = useRef(onPick);
  pick.current = onPick;
  useEffect(
    () =>
      listenToGestures(frame.current!, camera, {
        onMove: () => {},
        onPick: (left, top) => pick.current?.(unitsAt(left, top)),
        ...gestures,
      }),
    [camera],
  );
  const point = (event: PointerEvent) => {
    const box = frame.current!.getBoundingClientRect();
    onPoint?.(unitsAt(event.clientX - box.x, event.clientY - box.y));
  };
  return (
    <div class={`stage-box ${isDrawing ? 'drawing' : ''}`}>
      <div
        class="stage still"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map.
        tabIndex={0}
        role="application"
        aria-label={`${label} Arrow keys move the map, plus and minus zoom, 0 shows everything.`}
        onPointerMove={point}
        onPointerLeave={() => onPoint?.(null)}
      >
        <canvas ref={ground} />
        <canvas ref={over} />
      </div>
      {children}
      <MapScale camera={camera} />
      {city && <small class="map-source">{city.source}</small>}
      <div class="tools">
        <ZoomTools camera={camera} />
      </div>
    </div>
  );
}
