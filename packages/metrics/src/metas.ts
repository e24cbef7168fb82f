import { meta as cosineSimilarity } from './cosine-similarity.js';
import { meta as dailyLocations } from './daily-locations.js';
import { meta as distinctLocations } from './distinct-locations.js';
import { meta as dtw } from './dtw/dtw.js';
import { meta as geobleu } from './geobleu/geobleu.js';
import { meta as jensenShannonDistance } from './jensen-shannon-distance.js';
import { meta as jensenShannonDivergence } from './jensen-shannon-divergence.js';
import { meta as klDivergence } from './kl-divergence.js';
import { meta as kolmogorovSmirnov } from './kolmogorov-smirnov.js';
import { meta as mape } from './mape.js';
import type { MetricMeta } from './meta.js';
import { meta as radiusOfGyration } from './radius-of-gyration.js';
import { meta as wasserstein1 } from './wasserstein.js';

/** What the numbers of each metric mean, by its name. */
export const metas = {
  cosineSimilarity,
  dailyLocations,
  distinctLocations,
  dtw,
  geobleu,
  jensenShannonDistance,
  jensenShannonDivergence,
  klDivergence,
  kolmogorovSmirnov,
  mape,
  radiusOfGyration,
  wasserstein1,
} satisfies Record<string, MetricMeta>;
