/** Building blocks for packages that build maps: columns, growing lists, rings, the wire format. */

export { boxAround, ifSwapped } from './map/box.js';
export { CONTENT_VERSION } from './map/content-version.js';
export { type Country, countryAt } from './map/country.js';
export { DisjointSets } from './map/disjoint-sets.js';
export { groundField } from './map/ground.js';
export { type GroupedRows, groupByRow, groupValues } from './map/grouped-rows.js';
export { MapBuilder } from './map/map-builder.js';
export { INFERRED_NAME } from './map/map-names.js';
export { type RowColumns, setHeader, setRows } from './map/message-columns.js';
export { NumberList } from './map/number-list.js';
export { pointProjector } from './map/projection.js';
export { insideRing, signedRingArea } from './map/ring.js';
export { stronglyConnected } from './map/strongly-connected.js';
export { eachField, Wire, WireReader } from './map/wire-reader.js';
