export { type DitrasOptions, ditras } from './ditras.js';
export {
  densityEpr,
  densityEprWeights,
  type EprOptions,
  epr,
  eprMoveLaw,
  eprWeights,
  type GenerateOptions,
  spatialEpr,
  spatialEprWeights,
} from './epr.js';
export {
  type DistinctPlacesLaw,
  distinctPlacesLaw,
  type ExplorationLaw,
  explorationProbability,
  SONG_EXPLORATION,
} from './epr-law.js';
export type { ExplorationWeights } from './exploration.js';
export { type FitGravityOptions, fitGravity, type GravityFit } from './fit-gravity.js';
export type { Generator, MobilityModel } from './generator.js';
export { generators } from './generators.js';
export { type GravityOptions, gravity } from './gravity.js';
export { fitMarkov, type MarkovOptions } from './markov.js';
export {
  DiaryWriter,
  diaryHomeShare,
  fitMarkovDiary,
  type HourlyPlaces,
  hourlyPlaces,
  type MarkovDiary,
} from './markov-diary.js';
export { radiation } from './radiation.js';
export { type Deterrence, type Tiles, tilesOf } from './tiles.js';
export {
  drawWaitingTime,
  meanWaitingTime,
  SONG_WAITING_TIMES,
  type WaitingTimeLaw,
  waitingTimeCdf,
  waitingTimeQuantile,
} from './waiting-time.js';
