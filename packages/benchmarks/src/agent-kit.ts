// What agents' files get as `@itinera/bench`: the very modules that are running.
export * from '@itinera/engine';
export * from '@itinera/run';
export { z } from 'zod';
export * from './index.js';
