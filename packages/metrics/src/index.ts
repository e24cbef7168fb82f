export {
  type BootstrapOptions,
  bootstrapMean,
  type Interval,
  type PairedDifference,
  pairedBootstrap,
  percentileRange,
} from './bootstrap.js';
export { normalCdf, normalQuantile } from './normal.js';
export { Random } from './random.js';
export { type WilcoxonOptions, type WilcoxonResult, wilcoxonSignedRank } from './wilcoxon.js';
