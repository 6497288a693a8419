import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Of Linux: a hundredth of a second. */
const TICK_MS = 10;

export interface CpuUsed {
  /** Of the processes that serve, ms. */
  server: number;
  /** Of the database's, ms. */
  database: number;
}

/**
 * The processor time that was used so far. Beside other work it says more than any clock does: who waits for a core uses
 * none. `null` where there is no /proc.
 */
export function cpuUsed(serverPid: number, dataDir: string): CpuUsed | null {
  const processes = readProcesses();
  if (!processes) return null;
  const postmaster = Number(
    readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0],
  );
  return { server: usedBelow(processes, serverPid), database: usedBelow(processes, postmaster) };
}

interface Process {
  parent: number;
  used: number;
}

function readProcesses(): Map<number, Process> | null {
  const found = new Map<number, Process>();
  try {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) note(found, Number(name));
  } catch {
    return null;
  }
  return found;
}

/** See proc(5): after the name, which may hold anything, come the state, the parent and ten more before the times. */
function note(found: Map<number, Process>, pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Own time, and that of children which have ended and were waited for.
    const used = rest.slice(9, 13).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
    found.set(pid, { parent: Number(parent), used });
  } catch {
    // It has ended meanwhile.
  }
}

function usedBelow(processes: ReadonlyMap<number, Process>, root: number): number {
  let used = processes.get(root)?.used ?? 0;
  for (const [pid, { parent }] of processes) if (parent === root) used += usedBelow(processes, pid);
  return used;
}
