import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A file, or all files below a folder, relative to `root`. */
export function filesUnder(root, name = '.') {
  const full = path.join(root, name);
  if (!statSync(full).isDirectory()) return [name];
  return readdirSync(full)
    .sort()
    .flatMap((each) => filesUnder(root, path.join(name, each)));
}
