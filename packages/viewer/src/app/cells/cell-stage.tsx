import { useMemo } from 'preact/hooks';
import type { CellCount } from '../../wire/cells.js';
import type { Camera } from '../player/camera.js';
import type { City } from '../player/city.js';
import { type AreaDrawing, AreaShape } from '../player/draw-area.js';
import { drawCells } from './draw-cells.js';
import { MapStage } from './map-stage.js';

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

/** The map with its cells: it reports the cell under the pointer, and an area can be drawn on it. */
export function CellStage({ drawn, camera, city, setPointed, area, swipe, label, names }: StageProps) {
  const byCell = useMemo(() => new Map(drawn.counts.cells.map((one) => [one.cell.join(), one])), [drawn.counts]);
  return (
    <MapStage
      {...{ camera, city, label }}
      draw={(canvas) => drawCells(canvas, camera, drawn)}
      drawn={[drawn.counts, drawn.split]}
      onPoint={(at) => setPointed(at && (byCell.get(drawn.cells.at(...at).join()) ?? null))}
      gestures={area.gestures}
      isDrawing={area.isDrawing}
    >
      <AreaShape camera={camera} outline={area.outline} />
      {swipe !== null && typeof drawn.split === 'number' && (
        <>
          <div class="swipe" style={{ left: `${100 * drawn.split}%` }}>
            <span class="swipe-line" />
            {names.map((name) => (
              <bdi class="swipe-name" key={name}>
                {name}
              </bdi>
            ))}
          </div>
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
        </>
      )}
    </MapStage>
  );
}
