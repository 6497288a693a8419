import { buildConsole, buildServer, compressConsole, QUICK } from './build.mjs';

/**
 * `npm start`: builds what has changed, then runs the server in this process. The console is built while the server is
 * bundled and prepares its database; its files are compressed once the server answers requests.
 */
process.env.NODE_ENV ??= 'production';
const consoleBuilt = buildConsole().catch(stop);
await buildServer().catch(stop);
const { main } = await import('../dist-server/main.js');
await main(consoleBuilt);
await compressConsole(QUICK).catch((error) => process.stderr.write(`${messageOf(error)}\n`));

/** @param {unknown} error */
function stop(error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
