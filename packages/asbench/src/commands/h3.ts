// Static, by name: of a CommonJS package that is imported dynamically, a bundle has only the default export.
export { latLngToCell } from 'h3-js';
