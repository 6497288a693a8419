import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** Simulates another system's server on this machine. */
export async function startReceiver(answer: (received: Received) => Promise<Answer> | Answer) {
  const server = createServer(async (request, response) => {
    try {
      const received = { headers: request.headers, body: await text(request), at: Date.now() };
      const { status, body = '', headers = { 'content-type': 'application/json' } } = await answer(received);
      response.writeHead(status, headers).end(body);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/aviso`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
