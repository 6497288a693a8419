import { spawn } from 'node:child_process';
import path from 'node:path';

// `npm run check`: runs the checks in parallel, because the type check is mostly single-threaded. The output of each is
// printed as a whole once it has ended.

const ROOT = path.resolve(import.meta.dirname, '..');

/** @param {string} name of a script of package.json */
async function run(name) {
  const child = spawn('npm', ['run', '--silent', name], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      told += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(`${name}: ${code === 0 ? 'holds' : 'FAILS'}\n${told}`);
  return code === 0;
}

const held = await Promise.all(['typecheck', 'lint', 'schemas:check'].map(run));
process.exitCode = held.every(Boolean) ? 0 : 1;
