// The module that agent files import as `itinera`: the modules that are running.
export { Random, UserError } from '@itinera/base';
export * from '@itinera/engine';
export * from '@itinera/run';
export * from './index.js';
