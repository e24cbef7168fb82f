// In place of proj4, which takes 13 ms to start, in every thread too: it starts when the first projection is needed.
module.exports = (definition) => require('../../node_modules/proj4/dist/proj4-src.js')(definition);
