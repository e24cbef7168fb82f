// Every metric, one per line: this list exports it, adds it to `metas` and runs the shared tests on it.
export { cosineSimilarity } from './cosine-similarity.js';
export { dailyLocations } from './daily-locations.js';
export { distinctLocations } from './distinct-locations.js';
export { energyDistance } from './distributions/energy-distance.js';
export { hellinger } from './distributions/hellinger.js';
export { jensenShannonDistance } from './distributions/jensen-shannon-distance.js';
export { jensenShannonDivergence } from './distributions/jensen-shannon-divergence.js';
export { type DivergenceOptions, klDivergence } from './distributions/kl-divergence.js';
export { kolmogorovSmirnov } from './distributions/kolmogorov-smirnov.js';
export { sampleJensenShannon } from './distributions/sample-jensen-shannon.js';
export { totalVariation } from './distributions/total-variation.js';
export { wasserstein1 } from './distributions/wasserstein.js';
export { gehUnder5 } from './geh-under-5.js';
export { mape } from './mape.js';
export { meanGeh } from './mean-geh.js';
export { radiusOfGyration } from './radius-of-gyration.js';
