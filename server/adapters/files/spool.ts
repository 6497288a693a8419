import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Longer than any upload lasts. */
const OLD = 6 * 3_600_000;

/** Where an upload stands while it is judged: beside the data, because a system's /tmp often is memory. */
export async function spoolFolder(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what a killed process left half received. */
export async function sweepSpool(dataDir: string, now: Date): Promise<void> {
  const folder = await spoolFolder(dataDir);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < now.getTime() - OLD) await rm(file, { force: true });
  }
}
