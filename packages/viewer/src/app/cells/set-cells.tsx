import { useMemo } from 'preact/hooks';
import type { Address } from '../../wire/addresses.js';
import { cellsOfDay, readDayCells } from '../../wire/day-cells.js';
import { useBytes } from '../load.js';
import { Loading, Trouble } from '../parts/states.js';
import { useCityAt } from '../player/use-city.js';
import { CellMap } from './cell-map.js';

interface Props {
  readonly address: Address<ArrayBuffer>;
  readonly names: readonly [string, string];
  /** The map below; default: none. */
  readonly city?: Address<ArrayBuffer>;
}

/** Where two sets of people differ, whose people are known only by cell and hour. */
export function SetCells({ address, names, city }: Props) {
  const { data, error } = useBytes(address, readDayCells);
  const map = useCityAt(city);
  const shown = useMemo(
    () =>
      data && { sizes: [data.size], cellsOf: () => cellsOfDay(data), countsOf: (part: number) => data.parts[part]! },
    [data],
  );
  if (error) return <Trouble title="The map cannot be shown">{error}</Trouble>;
  if (data === null || shown === null) return <Loading what="the map" />;
  return <CellMap names={names} plane={data.plane} city={map} {...shown} />;
}
