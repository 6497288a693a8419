import { buildConsole, buildServer, QUICK } from './build.mjs';

/**
 * `npm start`: builds what changed, then runs the server in this process. The console is built while the server
 * prepares its database.
 */
process.env.NODE_ENV ??= 'production';
await buildServer();
const consoleBuilt = buildConsole(QUICK).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
const { main } = await import('../dist-server/main.js');
await main(consoleBuilt);
