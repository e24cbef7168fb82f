export * from './movement/world.js';
export { UserError } from './user-error.js';
