import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** A disk that can be filled and emptied without affecting anything else. */
export interface SmallDisk {
  fill: () => void;
  free: () => void;
  end: () => void;
}

const CHUNK = Buffer.alloc(1024 * 1024);

/**
 * An in-memory file system at this folder for the account that PostgreSQL runs under; null if the system does not allow
 * mounting one.
 */
export function mountSmall(folder: string, megabytes: number): SmallDisk | null {
  if (process.getuid?.() !== 0) return null;
  mkdirSync(folder);
  try {
    const owner = execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).trim();
    const group = execFileSync('id', ['-g', 'nobody'], { encoding: 'utf8' }).trim();
    const options = `size=${megabytes}m,mode=700,uid=${owner},gid=${group}`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'balcao-prova', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const unmount = () => void execFileSync('umount', ['-l', folder]);
  // Runs however the process ends.
  process.once('exit', unmount);
  const inside = path.join(folder, 'lastro');
  return {
    fill: () => {
      const file = openSync(inside, 'w');
      try {
        while (statfsSync(folder).bavail > 0) writeSync(file, CHUNK);
      } catch {
        // The disk is full, as intended.
      }
      closeSync(file);
    },
    free: () => rmSync(inside, { force: true }),
    end: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}
