import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** On Linux, a hundredth of a second. */
const TICK_MS = 10;

export interface CpuUsed {
  /** Processor time of the serving processes, ms. */
  server: number;
  /** Processor time of the database, ms. */
  database: number;
}

/**
 * Processor time used so far. On a busy machine this is more informative than elapsed time, because a process waiting for a
 * core uses none. `null` where there is no /proc.
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

/**
 * See proc(5): the name, which may contain anything, is followed by the state, the parent and ten more fields before the
 * times.
 */
function note(found: Map<number, Process>, pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // The process's own time, and that of ended children it has waited for.
    const used = rest.slice(9, 13).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
    found.set(pid, { parent: Number(parent), used });
  } catch {
    // The process has ended in the meantime.
  }
}

function usedBelow(processes: ReadonlyMap<number, Process>, root: number): number {
  let used = processes.get(root)?.used ?? 0;
  for (const [pid, { parent }] of processes) if (parent === root) used += usedBelow(processes, pid);
  return used;
}
