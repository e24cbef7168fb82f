import { useEffect, useRef, useState } from 'preact/hooks';
import type { Stretch } from '../../wire/people.js';
import { colour } from '../theme.js';
import { Camera } from './camera.js';
import { type City, toPlane } from './city.js';
import { cleared } from './overlays.js';
import { useCity } from './use-city.js';

interface Props {
  readonly run: string;
  readonly stretches: readonly Stretch[];
  readonly chosen: number | null;
}

const REACH_PIXELS = 9;
const MARGIN = 1.35;
const LEAST_METRES = 500;

/** The routes and places of a person on the map, the selected one in front. */
export function PersonMap({ run, stretches, chosen }: Props) {
  return (
    <StillMap
      run={run}
      label="The places and routes of the person on the map"
      aim={(city, canvas) => cameraAround(city, stretches, canvas)}
      draw={(canvas, camera, city) => drawRoutes(canvas, camera, city, stretches, chosen)}
      by={[stretches, chosen]}
    />
  );
}

interface StillProps {
  readonly run: string;
  readonly label: string;
  readonly aim: (city: City, canvas: HTMLCanvasElement) => Camera;
  /** Draws on top of the city. */
  readonly draw: (canvas: HTMLCanvasElement, camera: Camera, city: City) => void;
  /** What is drawn at a point, in words. @param reach units that a pointer may be away */
  readonly say?: (city: City, x: number, y: number, reach: number) => string | null;
  /** The values that a drawing depends on. */
  readonly by: readonly unknown[];
}

/** A map that does not move, with something drawn on it; nothing without a map. */
export function StillMap({ run, ...drawn }: StillProps) {
  const city = useCity(run);
  return city && <Still city={city} {...drawn} />;
}

function Still({ city, label, aim, draw: drawOver, say, by }: Omit<StillProps, 'run'> & { readonly city: City }) {
  const ground = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      for (const canvas of [ground.current!, over.current!]) {
        canvas.width = canvas.clientWidth * Math.min(2, devicePixelRatio);
        canvas.height = canvas.clientHeight * Math.min(2, devicePixelRatio);
      }
      const camera = aim(city, ground.current!);
      city.draw(ground.current!, camera);
      drawOver(over.current!, camera, city);
      city.names.draw(over.current!, camera);
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(ground.current!);
    addEventListener('themechange', draw);
    return () => {
      observer.disconnect();
      removeEventListener('themechange', draw);
    };
  }, [city, ...by]);
  const [said, setSaid] = useState<{ text: string; left: number; top: number } | null>(null);
  const point = (event: PointerEvent) => {
    if (!say) return;
    const box = ground.current!.getBoundingClientRect();
    const [left, top] = [event.clientX - box.x, event.clientY - box.y];
    const camera = aim(city, ground.current!);
    const at = camera.unitsAt(left - box.width / 2, top - box.height / 2);
    const text = say(city, ...at, REACH_PIXELS / camera.scale);
    setSaid(text === null ? null : { text, left, top });
  };
  return (
    <div
      class="person-map"
      role="img"
      aria-label={label}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setSaid(null)}
    >
      <canvas ref={ground} />
      <canvas ref={over} />
      {city && <small class="map-source">{city.source}</small>}
      {said && (
        <p class="map-hover" style={{ left: `${said.left}px`, top: `${said.top}px` }}>
          {said.text}
        </p>
      )}
    </div>
  );
}

function cameraAround(city: City, stretches: readonly Stretch[], canvas: HTMLCanvasElement): Camera {
  const { plane } = city;
  const camera = new Camera(plane);
  const points = stretches.flatMap(({ path }) => path);
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    west = Math.min(west, points[i]!);
    east = Math.max(east, points[i]!);
    south = Math.min(south, points[i + 1]!);
    north = Math.max(north, points[i + 1]!);
  }
  camera.fit(canvas.clientWidth, canvas.clientHeight);
  if (west > east) return camera;
  camera.x = ((west + east) / 2 - plane.west) / plane.unit;
  camera.y = ((south + north) / 2 - plane.south) / plane.unit;
  const across = (MARGIN * Math.max(LEAST_METRES, east - west)) / plane.unit;
  const up = (MARGIN * Math.max(LEAST_METRES, north - south)) / plane.unit;
  camera.scale = Math.min(canvas.clientWidth / across, canvas.clientHeight / up);
  return camera;
}

const COLOURS = { car: 'accent', foot: 'c4', bike: 'c5', transit: 'c7' } as const;

function drawRoutes(
  canvas: HTMLCanvasElement,
  camera: Camera,
  { plane }: City,
  stretches: readonly Stretch[],
  chosen: number | null,
): void {
  const context = cleared(canvas);
  toPlane(context, canvas, camera);
  const at = (path: readonly number[], i: number) =>
    [(path[i]! - plane.west) / plane.unit, (path[i + 1]! - plane.south) / plane.unit] as const;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const order = [...stretches.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
  for (const i of order) {
    const { kind, path, mode } = stretches[i]!;
    if (kind !== 'trip' || path.length < 4) continue;
    context.globalAlpha = chosen === null || chosen === i ? 0.95 : 0.25;
    context.strokeStyle = colour(COLOURS[mode ?? 'car']);
    context.lineWidth = (chosen === i ? 5 : 3) / camera.scale;
    context.beginPath();
    for (let p = 0; p < path.length; p += 2) {
      if (p === 0) context.moveTo(...at(path, p));
      else context.lineTo(...at(path, p));
    }
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const i of order) {
    const { kind, path, from, to } = stretches[i]!;
    if (kind !== 'stay' || path.length < 2) continue;
    const radius = (4 + 3 * Math.sqrt((to - from) / 36_000)) / camera.scale;
    context.beginPath();
    context.arc(...at(path, 0), radius, 0, 7);
    context.fillStyle = chosen === i ? colour('accent') : colour('ink');
    context.fill();
    context.lineWidth = 2 / camera.scale;
    context.strokeStyle = colour('card');
    context.stroke();
  }
}
