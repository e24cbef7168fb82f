export { CityMap } from './map/city-map.js';
export { type Connectivity, connectivity, Reach } from './map/connectivity.js';
export { drawMap, isSynthetic } from './map/draw-map.js';
export * from './map/message.js';
export { readMap } from './map/read-map.js';
export { packColumns, type SharedColumns, viewColumn } from './map/shared-columns.js';
export { writeMap } from './map/write-map.js';
export * from './movement/world.js';
export { UserError } from './user-error.js';
