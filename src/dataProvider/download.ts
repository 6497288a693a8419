import type { Route } from '../../contract/route.ts';
import { addressOf, type CallInput, call } from './call.ts';
import { exchange } from './http.ts';

/** Fetches a file route and saves it as a browser download named `name`. */
export async function downloadRoute<R extends Route>(
  route: R,
  input: CallInput<R>,
  name: string,
): Promise<void> {
  saveBlob((await call(route, input)) as Blob, name);
}

/** Saves the fetched data as a browser download. */
function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface DownloadOptions {
  name: string;
  signal: AbortSignal;
  /** Bytes received so far. */
  onProgress: (loaded: number) => void;
}

const REPORT_INTERVAL = 200;

/** Fetches a file that is generated while it is sent, reports the bytes received, and saves it as a browser download. */
export async function downloadProgress<R extends Route>(
  route: R,
  input: CallInput<R>,
  { name, signal, onProgress }: DownloadOptions,
): Promise<void> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const address = addressOf(route, params, query);
  const response = await exchange(address, { method: route.method, body, signal, blob: true });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  let reportedAt = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    loaded += value.byteLength;
    if (Date.now() - reportedAt > REPORT_INTERVAL) {
      reportedAt = Date.now();
      onProgress(loaded);
    }
  }
  saveBlob(new Blob(parts), fileName(response) ?? name);
}

/** The file name given by the server. */
function fileName(response: Response): string | undefined {
  const given = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return given && decodeURIComponent(given);
}
