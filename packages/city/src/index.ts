export { CityMap } from './map/city-map.js';
export * from './map/message.js';
export { packColumns, type SharedColumns, viewColumn } from './map/shared-columns.js';
export * from './movement/world.js';
export { UserError } from './user-error.js';
