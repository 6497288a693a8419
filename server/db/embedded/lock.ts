import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE = 120_000;

/**
 * Runs `action` while no other process of this machine holds `file`. The lock of a process that was
 * killed is taken over.
 */
export async function withLock<T>(file: string, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE;
  while (!take(file)) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    else if (Date.now() > deadline) throw new Error(`Outro processo segura ${file} há mais de dois minutos.`);
    else await pause(20);
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file: string): boolean {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    const holder = Number(readFileSync(file, 'utf8'));
    // In a container the new process often bears the number of the old one.
    if (holder === process.pid) return age > process.uptime() * 1000;
    return age > PATIENCE || (holder > 0 ? !isAlive(holder) : age > 2_000);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
