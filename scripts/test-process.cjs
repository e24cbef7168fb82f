// Loaded first by every process of tests, and by its threads.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { isMainThread } = require('node:worker_threads');

// Nothing that tests write has to outlast a power failure, and the disk takes longer to confirm a run than it takes to simulate it.
fs.fsyncSync = () => {};
fs.fsync = (_file, done) => process.nextTick(done, null);
const { open } = fs.promises;
fs.promises.open = async (...words) => Object.assign(await open(...words), { sync: async () => {} });
syncBuiltinESMExports();

// V8 of Node 20 otherwise spends a seventh of their processor time on optimizing code that soon ends. Later versions have other
// thresholds. Threads have those of their process.
if (process.versions.node.startsWith('20.') && isMainThread)
  require('node:v8').setFlagsFromString('--interrupt-budget=1000000');
