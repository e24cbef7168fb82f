export { explainFindings } from './findings/index.js';
export { Library, type LibraryOptions } from './server/library.js';
export { type ServeOptions, serve, type Viewer } from './server/serve.js';
