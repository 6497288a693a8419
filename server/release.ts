import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

/** This release's version number from package.json. */
export const RELEASE: string = (
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;
