// The module that agent files import as `@itinera/bench`: the modules that are running.
export * from '@itinera/engine';
export * from '@itinera/run';
export * from './index.js';
