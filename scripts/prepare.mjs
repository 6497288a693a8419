import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

// npm runs this once packages are installed. Git learns of the hooks, and by `npm ci` the console is built, so that the
// first start need not: half of its time. Not by `npm install`, beside which a console of this folder may be running. An
// installation without the packages that build has been built before, or is told at its start.

const ROOT = path.resolve(import.meta.dirname, '..');

try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: ROOT, stdio: 'ignore' });
} catch {
  // Not a clone, or a machine without git.
}

// What keeps it from being built is said where it is needed: packages are installed all the same.
const canBuild = ['node_modules/vite', 'src'].every((each) => existsSync(path.join(ROOT, each)));
if (process.env.npm_command === 'ci' && canBuild)
  await import('./build.mjs').then(({ buildAll, QUICK }) => buildAll(QUICK)).catch(() => {});
