import { counted } from '@itinera/base';
import type { ExportFeature, ExportGeometry, ExportLayer, ExportTable } from '../export-table.js';
import type { FileInfo } from './file-info.js';
import { propertiesOf } from './geojson.js';
import { inPieces } from './pieces.js';

/** The metadata of a map. */
export interface KeplerInfo extends FileInfo {
  /** Start of the first day of the run, milliseconds since 1970: kepler.gl requires dates. */
  readonly epoch: number;
  readonly note: (message: string) => void;
}

/**
 * Writes a map for kepler.gl: a dataset and its configuration, as saved by its schema manager (version v1). Lines with times
 * have altitude 0 and the time, in milliseconds, as third and fourth coordinate.
 * @see https://docs.kepler.gl/docs/api-reference/advanced-usages/saving-loading-w-schema
 * @see https://docs.kepler.gl/docs/user-guides/c-types-of-layers/k-trip
 */
export function keplerOf(table: ExportTable, info: KeplerInfo): Iterable<string> {
  return inPieces(lines(table, info));
}

function* lines({ name, columns: all, places }: ExportTable, info: KeplerInfo): Generator<string> {
  // It does not support lists.
  const columns = Object.fromEntries(Object.entries(all).filter(([, kind]) => kind !== 'wholes'));
  const { layer, features, time, colour } = places!;
  const withShape = layer === 'line' || layer === 'trip';
  const names = Object.keys(columns);
  const fields = [
    ...(withShape ? [{ name: SHAPE, type: 'geojson', format: '', analyzerType: 'GEOMETRY' }] : []),
    ...(time ? [{ name: 'time', type: 'timestamp', format: 'YYYY-M-D H:m:s', analyzerType: 'DATETIME' }] : []),
    ...Object.entries(columns).map(([name, kind]) => ({ name, ...fieldTypes[kind], format: '' })),
  ];
  const extent = new Extent();
  let left = 0;
  const label = `${info.title} ${name}`;
  yield `{"datasets":[{"version":"v1","data":${JSON.stringify({ id: name, label, color: COLOUR, fields }).slice(0, -1)},"allData":[`;
  let between = '\n';
  for (const { row, geometry } of features()) {
    if (geometry === null) {
      left++;
      continue;
    }
    extent.add(geometry);
    const cells = [
      ...(withShape ? [{ type: 'Feature', properties: {}, geometry: shapeOf(geometry, layer, info.epoch) }] : []),
      ...(time ? [clockTime(info.epoch, time(row))] : []),
      ...Object.values(propertiesOf(row, names)),
    ];
    yield between + JSON.stringify(cells);
    between = ',\n';
  }
  if (left > 0)
    info.note(`${counted(left, 'row is not on the map and was', 'rows are not on the map and were')} omitted.`);
  const config = { version: 'v1', config: configOf(name, label, layer, colour, columns, extent) };
  yield `\n]}}],"config":${JSON.stringify(config)},`;
  yield `"info":${JSON.stringify({ app: 'kepler.gl', created_at: info.createdAt, title: label, description: info.description })}}\n`;
}

const SHAPE = '_geojson';
const COLOUR = [18, 147, 154];

/** Field types of kepler.gl by kind of column. */
const fieldTypes: Readonly<Record<string, { readonly type: string; readonly analyzerType: string }>> = {
  whole: { type: 'integer', analyzerType: 'INT' },
  real: { type: 'real', analyzerType: 'FLOAT' },
  text: { type: 'string', analyzerType: 'STRING' },
};

function shapeOf(geometry: ExportGeometry, layer: ExportLayer, epoch: number): object {
  if (geometry.type === 'Point' || layer !== 'trip') return { type: geometry.type, coordinates: geometry.coordinates };
  const coordinates = geometry.coordinates.map(([lon, lat], i) => [
    lon,
    lat,
    0,
    epoch + Math.round(geometry.times![i]! * 1000),
  ]);
  return { type: 'LineString', coordinates };
}

/** `2024-01-01 08:15:00`. */
function clockTime(epoch: number, seconds: number): string {
  return new Date(epoch + Math.round(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the extent of the data, so that the map opens there. */
class Extent {
  #west = Infinity;
  #south = Infinity;
  #east = -Infinity;
  #north = -Infinity;

  add({ type, coordinates }: ExportFeature['geometry'] & object): void {
    for (const [lon, lat] of type === 'Point' ? [coordinates] : coordinates) {
      this.#west = Math.min(this.#west, lon);
      this.#east = Math.max(this.#east, lon);
      this.#south = Math.min(this.#south, lat);
      this.#north = Math.max(this.#north, lat);
    }
  }

  state(pitch: number): object {
    const isEmpty = this.#west > this.#east;
    const span = isEmpty ? 360 : Math.max(this.#east - this.#west, this.#north - this.#south, 0.001);
    return {
      bearing: 0,
      dragRotate: pitch > 0,
      latitude: isEmpty ? 0 : (this.#south + this.#north) / 2,
      longitude: isEmpty ? 0 : (this.#west + this.#east) / 2,
      pitch,
      zoom: Math.min(16, Math.max(1, Math.log2(720 / span))),
      isSplit: false,
    };
  }
}

const layers = {
  point: { type: 'point', columns: { lat: 'lat', lng: 'lng', altitude: null }, visConfig: { radius: 4, opacity: 0.6 } },
  line: { type: 'geojson', columns: { geojson: SHAPE }, visConfig: { thickness: 1.5, opacity: 0.8 } },
  trip: { type: 'trip', columns: { geojson: SHAPE }, visConfig: { thickness: 1.5, opacity: 0.8, trailLength: 180 } },
  arc: {
    type: 'arc',
    columns: { lat0: 'origin_lat', lng0: 'origin_lng', lat1: 'destination_lat', lng1: 'destination_lng' },
    visConfig: { thickness: 2, opacity: 0.4 },
  },
} as const satisfies Record<ExportLayer, object>;

function configOf(
  dataId: string,
  label: string,
  layer: ExportLayer,
  colour: string | null,
  columns: ExportTable['columns'],
  extent: Extent,
): object {
  const { type, columns: shown, visConfig } = layers[layer];
  // A line is coloured by its stroke.
  const channel = layer === 'line' ? 'strokeColor' : 'color';
  const visualChannels =
    colour === null
      ? {}
      : {
          [`${channel}Field`]: { name: colour, type: fieldTypes[columns[colour]!]!.type },
          [`${channel}Scale`]: columns[colour] === 'text' ? 'ordinal' : 'quantile',
        };
  const config = { dataId, label, color: COLOUR, columns: shown, isVisible: true, visConfig };
  const fieldsToShow = { [dataId]: Object.keys(columns).map((name) => ({ name, format: null })) };
  return {
    visState: {
      filters: [],
      layers: [{ id: `${dataId}-${type}`, type, config, visualChannels }],
      interactionConfig: { tooltip: { fieldsToShow, enabled: true } },
      layerBlending: 'normal',
      splitMaps: [],
    },
    mapState: extent.state(layer === 'arc' ? 40 : 0),
    mapStyle: { styleType: 'dark', topLayerGroups: {}, visibleLayerGroups: {}, mapStyles: {} },
  };
}
