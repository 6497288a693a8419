import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json, whether the sources are running or the output that `npm start` built. */
export const ROOT = folderOf(import.meta.dirname);

function folderOf(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error('no package.json above the server');
  return folderOf(above);
}

/** This release's version number from package.json. */
export const RELEASE: string = (
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;
