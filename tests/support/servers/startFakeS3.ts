import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A store that implements the part of S3 that the console uses. Bucket `anexos`, access key `k`, secret `s`. */
export interface FakeS3 {
  endpoint: string;
  /** Keyed by full path. */
  objects: Map<string, Buffer>;
  /** Answers this many of the next requests with 503. */
  fail: (times: number) => void;
  close: () => Promise<void>;
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    response.statusCode = failures-- > 0 ? 503 : answerTo(request, body);
    response.end(request.method === 'GET' ? objects.get(request.url ?? '') : undefined);
  });

  /** Like S3: the length must be known, the content must match the signature, and only the right key is accepted. */
  function answerTo({ method, url = '', headers }: IncomingMessage, body: Buffer): number {
    if (!headers.authorization?.includes('Credential=k/')) return 403;
    if (headers['x-amz-content-sha256'] !== hashOf(body)) return 400;
    if (method === 'GET') return objects.has(url) ? 200 : 404;
    if (method === 'DELETE') return objects.delete(url) ? 204 : 404;
    if (headers['content-length'] !== String(body.length)) return 411;
    objects.set(url, body);
    return 200;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fail: (times) => {
      failures = times;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
