import { useMemo } from 'preact/hooks';
import type { Stretch } from '../../wire/people.js';
import { MapStage } from '../cells/map-stage.js';
import { colour } from '../theme.js';
import { boxOf, Camera } from './camera.js';
import { type City, toPlane } from './city.js';
import { cleared } from './overlays.js';
import { useCity } from './use-city.js';

interface Props {
  readonly run: string;
  readonly stretches: readonly Stretch[];
  readonly chosen: number | null;
}

/** The routes and places of a person on the map, the selected one in front; nothing without a map. */
export function PersonMap({ run, ...routes }: Props) {
  const city = useCity(run);
  return city && <Routes city={city} {...routes} />;
}

interface RoutesProps extends Omit<Props, 'run'> {
  readonly city: City;
}

function Routes({ city, stretches, chosen }: RoutesProps) {
  const { plane } = city;
  const lines = useMemo(
    () =>
      stretches.map(({ path }) => path.map((at, i) => (at - (i % 2 === 0 ? plane.west : plane.south)) / plane.unit)),
    [city, stretches],
  );
  const camera = useMemo(() => new Camera(plane, boxOf(lines, plane)), [plane, lines]);
  return (
    <div class="person-map">
      <MapStage
        {...{ camera, city }}
        label="The places and routes of the person on the map."
        draw={(canvas) => drawRoutes(canvas, camera, stretches, lines, chosen)}
        drawn={[lines, chosen]}
      />
    </div>
  );
}

const COLOURS = { car: 'accent', foot: 'c4', bike: 'c5', transit: 'c7' } as const;

function drawRoutes(
  canvas: HTMLCanvasElement,
  camera: Camera,
  stretches: readonly Stretch[],
  lines: readonly (readonly number[])[],
  chosen: number | null,
): void {
  const context = cleared(canvas);
  toPlane(context, canvas, camera);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const order = [...stretches.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
  for (const i of order) {
    const [{ kind, mode }, line] = [stretches[i]!, lines[i]!];
    if (kind !== 'trip' || line.length < 4) continue;
    context.globalAlpha = chosen === null || chosen === i ? 0.95 : 0.25;
    context.strokeStyle = colour(COLOURS[mode ?? 'car']);
    context.lineWidth = (chosen === i ? 5 : 3) / camera.scale;
    context.beginPath();
    for (let p = 0; p < line.length; p += 2) context.lineTo(line[p]!, line[p + 1]!);
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const i of order) {
    const [{ kind, from, to }, line] = [stretches[i]!, lines[i]!];
    if (kind !== 'stay' || line.length < 2) continue;
    const radius = (4 + 3 * Math.sqrt((to - from) / 36_000)) / camera.scale;
    context.beginPath();
    context.arc(line[0]!, line[1]!, radius, 0, 7);
    context.fillStyle = chosen === i ? colour('accent') : colour('ink');
    context.fill();
    context.lineWidth = 2 / camera.scale;
    context.strokeStyle = colour('card');
    context.stroke();
  }
}
