import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

// npm runs this after installing packages. It configures the git hooks and, for `npm ci`, builds the console, which takes
// half of the first start. It does not build for `npm install`, during which a console may be running from this folder. An
// installation without the build packages is either already built or reports that at its start.

const ROOT = path.resolve(import.meta.dirname, '..');

try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: ROOT, stdio: 'ignore' });
} catch {
  // Not a clone, or git is not installed.
}

// A build failure is reported when the build is needed; the packages are installed in any case.
const canBuild = ['node_modules/vite', 'src'].every((each) => existsSync(path.join(ROOT, each)));
if (process.env.npm_command === 'ci' && canBuild)
  await import('./build.mjs').then(({ buildAll, QUICK }) => buildAll(QUICK)).catch(() => {});
