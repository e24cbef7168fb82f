#!/usr/bin/env node
// The oldest Node that runs the rest; what is older cannot even load it.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `asbench: this is Node ${process.versions.node}, expected 20.19 or later. Get it from https://nodejs.org`,
  );
  process.exitCode = 1;
} else {
  await import('../bundle/main.js');
}
