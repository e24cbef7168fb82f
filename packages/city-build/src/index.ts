export * from './browser.js';
export { type BuildCityOptions, buildCity } from './sources/osm/build-city.js';
export { type BuildReport, formatBuildReport } from './sources/osm/build-report.js';
export { readBusStreets } from './sources/osm/bus-streets.js';
