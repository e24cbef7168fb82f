import { ExitCode, runProgram } from './program.js';

// A reader that closes the pipe early (EPIPE) has what it needs; a full disk cuts the output short.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || process.exitCode) return;
  process.stderr.write(`The output is incomplete: ${message}. Free some space or write it elsewhere.\n`);
  process.exitCode = ExitCode.USER_ERROR;
});
// Nothing can be reported when this stream fails.
process.stderr.on('error', () => {});
// Every thread listens to both; more than ten are no leak.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

process.exitCode = await runProgram(process.argv.slice(2));
// Timers and sockets that the file of a benchmark has left open would keep the process.
setTimeout(() => process.stdout.write('', () => process.exit()), 1000).unref();
