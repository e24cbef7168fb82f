// Loaded first by every process of tests on Node 20, whose V8 otherwise spends a seventh of their processor time on optimizing code that
// soon ends. Later versions have other thresholds.
if (process.versions.node.startsWith('20.')) require('node:v8').setFlagsFromString('--interrupt-budget=1000000');
