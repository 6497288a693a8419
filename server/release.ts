import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

/** The number of this release, as package.json has it. */
export const RELEASE: string = (
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version;
