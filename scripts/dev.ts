import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { CALL_PATTERN } from '#server/plugins/console.ts';
import { readSettings } from '#server/settings/settings.ts';

const PORT = 5173;

/**
 * `npm run dev`: the console from vite, updated at once after every change, with the API beside it, restarted after every
 * change. Vite forwards everything that is neither a page nor a source of the console.
 */
const { port } = readSettings();
const api = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--import', 'tsx', 'server/main.ts'],
  {
    stdio: 'inherit',
  },
);
const target = `http://127.0.0.1:${port}`;
const vite = await createServer({
  server: { port: PORT, strictPort: true, proxy: { [CALL_PATTERN]: { target, ws: true } } },
});
await vite.listen();
vite.printUrls();

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    api.kill(signal);
    await vite.close();
  });
}
api.once('exit', (code) => process.exit(code ?? 0));
