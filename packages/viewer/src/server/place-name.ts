import type { CityMap } from '@itinera/city';

const LAND: Readonly<Record<string, string>> = {
  R: 'homes',
  B: 'shops and offices',
  A: 'public services',
  M: 'industry',
  W: 'storage',
  G: 'green',
  S: 'transport',
  U: 'utilities',
};

/** What a place is called: its name, else what its land is used for. */
export function placeName(map: CityMap | null, aoi: number): string {
  const row = map === null ? -1 : map.aoiIndex(aoi);
  if (map === null || row < 0) return aoi < 0 ? 'on the road' : `place ${aoi}`;
  const name = map.text(map.aois.name[row]!);
  const code = map.aois.urbanLandUse.present[row] === 1 ? map.text(map.aois.urbanLandUse.values[row]!) : '';
  const use = LAND[code[0] ?? ''];
  return name || (use ? `${use}, ${aoi}` : `place ${aoi}`);
}
