import { callOut, type Reach } from '../outgoing.ts';
import { boundedText } from '../remoteJson.ts';

interface Sent {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** `fetch` for libraries that bring none of their own way out: judged, bounded and without redirects as every call is. */
export const fetchOut =
  (reach: Reach, total: number) =>
  async (url: string | URL, { method, headers, body, signal }: Sent = {}): Promise<Response> => {
    const text = body === undefined || body === null ? undefined : String(body);
    const answer = await callOut(
      new URL(url),
      {
        ...(method && { method }),
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          'accept-encoding': 'identity',
          ...(text !== undefined && { 'content-length': `${Buffer.byteLength(text)}` }),
        },
        ...(text !== undefined && { body: text }),
        limit: { total },
        ...(signal && { signal }),
      },
      reach,
    );
    const { statusCode: status = 502 } = answer;
    const said = await boundedText(answer);
    return new Response(EMPTY.has(status) ? null : said, {
      status,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    });
  };

/** Answers of these have no body by their nature. */
const EMPTY = new Set([204, 205, 304]);
