import {
  type FileRef,
  isLargePurpose,
  type LargePurpose,
  platformRoutes,
  type UploadPurpose,
} from '#contract/config/platform.ts';
import type { Route } from '#contract/route.ts';
import { addressOf, type CallInput, call } from './call.ts';
import { CallFailure, commonHeaders, exchange, failureText, fullAddress, NETWORK_FAILURE } from './http.ts';
import { canRetryAfter401, sessionGeneration, waitForSessionRecovery } from './session.ts';

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

interface UploadOptions {
  signal?: AbortSignal;
  /** The dialog the file is for, if it accepts more than pictures and PDF. */
  purpose?: UploadPurpose | LargePurpose;
  /** Bytes sent so far, and the total. */
  onProgress?: (sent: number, total: number) => void;
}

/** Uploads a file before the form that contains it; the form then carries only the file's record. */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<FileRef> {
  await waitForSessionRecovery();
  const era = sessionGeneration();
  try {
    return await attempt(file, options);
  } catch (failure) {
    if (failure instanceof CallFailure && failure.status === 401 && (await canRetryAfter401(era))) {
      return attempt(file, options);
    }
    throw failure;
  }
}

/** Uses XMLHttpRequest, because fetch does not report the bytes sent. */
function attempt(file: File, { signal, purpose, onProgress }: UploadOptions): Promise<FileRef> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const large = isLargePurpose(purpose);
    const query = large ? { finalidade: purpose } : {};
    request.open('POST', fullAddress(addressOf(platformRoutes.upload, {}, query)));
    for (const [name, value] of Object.entries(commonHeaders())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total || file.size);
    request.onerror = () => reject(new CallFailure(0, NETWORK_FAILURE));
    request.onabort = () => reject(new DOMException('Envio cancelado', 'AbortError'));
    request.onload = () => {
      const answer: unknown = request.response;
      if (request.status < 300 && isStored(answer)) resolve(answer.data);
      else reject(new CallFailure(request.status, failureText(answer, request.statusText), answer));
    };
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    // The server reads the parts in order, and the purpose determines which files are allowed, so it goes first.
    if (purpose && !large) form.append('finalidade', purpose);
    form.append('arquivo', file, file.name);
    request.send(form);
  });
}

const isStored = (answer: unknown): answer is { data: FileRef } =>
  typeof answer === 'object' && answer !== null && 'data' in answer;
