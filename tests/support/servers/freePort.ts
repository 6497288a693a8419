import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port below those that systems give to outgoing connections: one of these could take it before the process that it is
 * meant for listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000);
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
