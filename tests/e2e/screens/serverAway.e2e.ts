import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { freePort } from '../../support/servers/freePort.ts';
import { launch, visit } from '../support/browser.ts';

/** A proxy to the server that can be cut and restored while the browser's network stays up. */
function line(port: number) {
  const { hostname, port: to } = new URL(process.env.E2E_URL as string);
  const open = new Set<Socket>();
  let server: Server;
  return {
    join: () =>
      new Promise<void>((resolve) => {
        server = createServer((near) => {
          const far = connect(Number(to), hostname);
          for (const socket of [near, far]) {
            open.add(socket);
            socket.on('error', () => {}).on('close', () => open.delete(socket));
          }
          near.pipe(far).pipe(near);
        }).listen(port, () => resolve());
      }),
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

describe('page opened while the server is away', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const width of [1280, 360])
    it(`recovers by itself when the server is back, at ${width} px`, async () => {
      const port = await freePort();
      const { join, cut } = line(port);
      await join();
      await visit(browser, { width, scheme: 'light', url: `http://localhost:${port}` }, async (page) => {
        await page.goto('/login');
        await page.getByLabel('CPF').waitFor();
        // From now on the service worker answers when the server does not.
        await page.evaluate(async () => void (await navigator.serviceWorker.ready));
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await cut();
        await page.goto('/login');
        await page.getByRole('button', { name: 'Tentar novamente' }).waitFor();
        await join();
        await page.getByLabel('CPF').waitFor();
      });
      await cut();
    });
});
