import { fileURLToPath } from 'node:url';
import { buildConsole, buildServer, compressConsole, QUICK } from './build.mjs';

const SIGNALS = ['SIGTERM', 'SIGINT'];

/**
 * `npm start`: builds what has changed, then supervises the server. The console is built while the server is
 * bundled and prepares its database; its files are compressed once the server answers requests.
 */
process.env.NODE_ENV ??= 'production';
for (const signal of SIGNALS) process.once(signal, stopEarly);
const consoleBuilt = buildConsole().catch(stop);
await buildServer().catch(stop);
const { supervise } = await import('../dist-server/supervise.js');
// From here on, the supervisor stops what it has started.
for (const signal of SIGNALS) process.off(signal, stopEarly);
await supervise({
  main: fileURLToPath(new URL('../dist-server/main.js', import.meta.url)),
  say: (text) => process.stdout.write(`${text}\n`),
  pagesBuilt: consoleBuilt,
});
await compressConsole(QUICK).catch((error) => process.stderr.write(`${messageOf(error)}\n`));

/** Nothing but a build runs yet. */
function stopEarly() {
  process.stdout.write('O Balcão parou antes de ficar pronto.\n');
  process.exit(0);
}

/** @param {unknown} error */
function stop(error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
