import { readFileSync } from 'node:fs';

/** True while a process of this machine runs. A killed process that its parent has not yet reaped counts as dead. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled, but exists.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/**
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: `pid (name) state …`, and the name may hold
 * anything.
 */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
  } catch {
    // Systems without /proc do not report it.
    return false;
  }
}
