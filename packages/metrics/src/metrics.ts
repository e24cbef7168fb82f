// Every metric, one a line: exported by the package, described in `metas` and held to the shared tests by that alone.
export { cosineSimilarity } from './cosine-similarity.js';
export { dailyLocations } from './daily-locations.js';
export { distinctLocations } from './distinct-locations.js';
export { gehUnder5 } from './geh-under-5.js';
export { jensenShannonDistance } from './jensen-shannon-distance.js';
export { jensenShannonDivergence } from './jensen-shannon-divergence.js';
export { type DivergenceOptions, klDivergence } from './kl-divergence.js';
export { kolmogorovSmirnov } from './kolmogorov-smirnov.js';
export { mape } from './mape.js';
export { meanGeh } from './mean-geh.js';
export { radiusOfGyration } from './radius-of-gyration.js';
export { wasserstein1 } from './wasserstein.js';
