import { useMemo, useState } from 'preact/hooks';
import type { RoadChange } from '../../wire/comparison.js';
import { count, fixed, signed } from '../format.js';
import { Camera } from '../player/camera.js';
import { type City, toPlane } from '../player/city.js';
import { distanceTo } from '../player/overlay-at.js';
import { cleared } from '../player/overlays.js';
import { colour } from '../theme.js';
import { CELL_COLOURS } from './draw-cells.js';
import { MapStage } from './map-stage.js';

const [THINNEST, WIDEST, PICK] = [1.5, 9, 10];

interface Props {
  readonly city: City;
  readonly roads: readonly RoadChange[];
  readonly names: readonly string[];
}

/** The change of cars per day by road: a click on a road keeps its numbers. */
export function FlowMap({ city, roads, names }: Props) {
  const camera = useMemo(() => new Camera(city.plane), [city]);
  const [pointed, setPointed] = useState<RoadChange | null>(null);
  const [picked, setPicked] = useState<RoadChange | null>(null);
  const lines = useMemo(
    () =>
      [...roads]
        .sort((a, b) => Math.abs(a.difference) - Math.abs(b.difference))
        .flatMap((road) => {
          const line = city.lineOfRoad.get(road.row);
          return line === undefined ? [] : [{ road, points: city.lines[line]! }];
        }),
    [city, roads],
  );
  const nearest = ([x, y]: readonly [number, number]): RoadChange | null => {
    let [best, least]: [RoadChange | null, number] = [null, PICK / camera.scale];
    for (const { road, points } of lines) {
      const distance = distanceTo(points, x, y);
      if (distance < least) [best, least] = [road, distance];
    }
    return best;
  };
  const shown = pointed ?? picked;
  return (
    <div class="cell-stage flow-map">
      <MapStage
        {...{ camera, city }}
        draw={(canvas) => drawChanges(canvas, camera, lines, picked)}
        drawn={[lines, picked]}
        onPoint={(at) => setPointed(at && nearest(at))}
        onPick={(at) => setPicked(nearest(at))}
        label={`Cars per day by road in ${names[1]} minus ${names[0]}. ${count(roads.length)} roads change.`}
      />
      <p class="cell-readout" aria-live="polite">
        {shown === null ? (
          <span class="soft">
            <i style={{ color: colour(CELL_COLOURS.more) }}>━</i> more cars in <bdi>{names[1]}</bdi>,{' '}
            <i style={{ color: colour(CELL_COLOURS.fewer) }}>━</i> fewer. Point at a road for its numbers.
          </span>
        ) : (
          <>
            {shown.name === '' ? 'Road without a name' : <bdi>{shown.name}</bdi>} ({shown.road}): {fixed(shown.a, 1)}{' '}
            cars per day before, {fixed(shown.b, 1)} after, {signed(shown.difference, 1)}{' '}
            {shown.low === null
              ? `(${count(shown.users)} people drive here, too few change for an interval)`
              : `(95 % interval ${signed(shown.low, 1)} to ${signed(shown.high, 1)}; ${count(shown.users)} people drive here)`}
          </>
        )}
      </p>
    </div>
  );
}

function drawChanges(
  canvas: HTMLCanvasElement,
  camera: Camera,
  lines: readonly { readonly road: RoadChange; readonly points: Float32Array }[],
  picked: RoadChange | null,
): void {
  const context = cleared(canvas);
  toPlane(context, canvas, camera);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const most = Math.abs(lines.at(-1)?.road.difference ?? 1);
  const stroke = (points: Float32Array, pixels: number) => {
    context.lineWidth = pixels / camera.scale;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
    context.stroke();
  };
  for (const { road, points } of lines) {
    const width = THINNEST + ((WIDEST - THINNEST) * Math.abs(road.difference)) / most;
    if (road === picked) {
      context.strokeStyle = colour('ink');
      stroke(points, width + 4);
    }
    context.strokeStyle = colour(road.difference > 0 ? CELL_COLOURS.more : CELL_COLOURS.fewer);
    stroke(points, width);
  }
}
