import { dailyNetwork } from '@itinera/mobility';
import type { Adapter } from './adapter.js';

export const adapter: Adapter = ({ day, adopted }, check) => check.same('network', dailyNetwork(day), adopted);
