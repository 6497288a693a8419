import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** The pictures that the demonstration drew (db/seed/demo/productPictures.ts); what the company put there stays. */
export async function eraseDrawings(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => /^demo-\d+-\d+\.svg$/.test(each)))
    await rm(path.join(folder, name), { force: true });
}
