/** Everything that works on bytes, without Node: maps, look-ups, routing, movement. */

export { type Box, boxInPlane, type LonLatBox } from './map/box.js';
export { type Bridge, bridgesOf } from './map/bridges.js';
export { CityMap } from './map/city-map.js';
export { type Connectivity, connectivity, Reach } from './map/connectivity.js';
export { outdatedContent } from './map/content-version.js';
export { isSyntheticMap } from './map/draw-frame.js';
export { type DrawMapOptions, drawMap } from './map/draw-map.js';
export {
  GROUND_STYLES,
  INK,
  LAND_STYLES,
  landStyle,
  NAME_STYLES,
  type NameKind,
  PAPER,
  ROAD_STYLES,
  THIN_ROAD,
  type Tone,
} from './map/draw-style.js';
export { drivesOnLeft } from './map/driving-side.js';
export {
  GROUND_KINDS,
  GROUND_LINES,
  GROUND_POINTS,
  type GroundKind,
  type GroundShape,
  groundOf,
} from './map/ground.js';
export { inspectMap, type MapProblem } from './map/inspect-map.js';
export { type MapInfo, mapInfo, type UnreachableReason } from './map/map-info.js';
export { groundName, groundNames, type NamedLine, type PlaceName, placeNames, roadName } from './map/map-names.js';
export * from './map/message.js';
export { layOutNames, type NameView, type PictureBox, type PlacedName } from './map/name-layout.js';
export { type AoiFilter, type Nearby, Places, type PoiFilter } from './map/places.js';
export { POI_GROUPS } from './map/poi-groups.js';
export { createProjection, type Projection, projectionOf } from './map/projection.js';
export { readMap } from './map/read-map.js';
export { Recent } from './map/recent.js';
export { distanceToRing, ringArea, ringCentroid, type XY } from './map/ring.js';
export { middleLane } from './map/road-lanes.js';
export { type RoadLine, roadLines } from './map/road-lines.js';
export { columnsOf, packColumns, type SharedColumns, viewColumn } from './map/shared-columns.js';
export { simplifyLine } from './map/simplify-line.js';
export { STREET_FURNITURE } from './map/street-furniture.js';
export { type LaneStretch, type LaneWay, NO_MODE, WayPaths } from './map/way-paths.js';
export { writeMap } from './map/write-map.js';
export { aoiWhereabouts, pointNames, streetNamer, streetNames, zoneNames } from './map/zone-names.js';
export { calibrateSpeeds, type ObservedTime, type SpeedCalibration } from './movement/calibrate-speeds.js';
export {
  closeLines,
  effectsOfClosedLines,
  rulesOnLines,
  rulesOnRoads,
  type TransitRule,
} from './movement/close-lines.js';
export {
  type CountComparison,
  type CountPair,
  compareCounts,
  type DemandScale,
  demandAdvice,
  fitDemandScale,
} from './movement/compare-counts.js';
export { type CountIntervals, countIntervals } from './movement/count-intervals.js';
export { type CountStation, CountStations } from './movement/count-stations.js';
export { createWorld } from './movement/create-world.js';
export { effectsOnBuses } from './movement/divert-buses.js';
export { CO2_PER_LITRE, FUELS, type Fuel, litresOf } from './movement/fuel.js';
export { gatesOf } from './movement/gates.js';
export { LearnedTraffic } from './movement/learned-traffic.js';
export { mapAtHour, type SpeedFactors } from './movement/map-at-hour.js';
export {
  defaultMovementOptions,
  type MovementOptions,
  type MovementSettings,
  movementJsonSchema,
  resolveMovementOptions,
} from './movement/options.js';
export { isWithinHours, type RoadRule } from './movement/road-rules.js';
export * from './movement/world.js';
export { CityReach, REACH_MODES, type ReachMode, type ReachSettings } from './reach/city-reach.js';
export { drawAccess, drawIsochrones } from './reach/draw-reach.js';
export { type Isochrone, type IsochronePolygon, isochrones } from './reach/isochrones.js';
export { checkRoutes } from './routing/check-routes.js';
export { LaneFinder, type NearPlace } from './routing/lane-finder.js';
export type { LanePlace, Route } from './routing/route.js';
export { Router, type Travel } from './routing/router.js';
export {
  buildRoutingData,
  openRoutingData,
  packRoutingData,
  type RoutingData,
} from './routing/routing-data.js';
export { aoisIn, roadsInto, roadsTouching } from './scenario/areas.js';
export { changeNetwork, type NetworkChange } from './scenario/change-network.js';
export { cutOffAois, cutOffOnFoot } from './scenario/cut-off.js';
export { cutOffFromLines, STOP_METRES } from './scenario/cut-off-lines.js';
export type {
  Area,
  BusLine,
  HoursOfDays,
  LineClosure,
  LineSelection,
  NewRoad,
  RoadClosure,
  RoadSelection,
  Scenario,
  StationSelection,
} from './scenario/scenario.js';
export { representativeDay } from './transit/day-timetable.js';
export { type CommuteMode, type ModeChooser, type ModeOffer, modeShares, pickMode } from './transit/mode-choice.js';
export type { CourseEffects } from './transit/reschedule.js';
export { type DayNumber, dateOf, dayOf, runsOn } from './transit/service-days.js';
export { nearStops, type ServiceOfDays, serviceOfDays } from './transit/service-of-days.js';
export { Timetable } from './transit/timetable.js';
export {
  BY_BUS,
  BY_SUBWAY,
  type JourneyEnd,
  type JourneyQuestion,
  type JourneyRide,
  type PlannedJourney,
  type TransitHabits,
  TransitPlanner,
} from './transit/transit-planner.js';
