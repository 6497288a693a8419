import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

// npm runs this at the end of `npm ci`. Git learns of the hooks, and the console is built, so that the first start need
// not: half of its time. An installation without the packages that build has been built before, or is told at its start.

const ROOT = path.resolve(import.meta.dirname, '..');

try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: ROOT, stdio: 'ignore' });
} catch {
  // Not a clone, or a machine without git.
}

// What keeps it from being built is said where it is needed: packages are installed all the same.
if (existsSync(path.join(ROOT, 'node_modules/vite')) && existsSync(path.join(ROOT, 'src')))
  await import('./build.mjs').then(({ buildAll, QUICK }) => buildAll(QUICK)).catch(() => {});
