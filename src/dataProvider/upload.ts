import type { FileRef, LargePurpose, UploadPurpose } from '../../contract/config/platform.ts';
import { isLargePurpose, platformRoutes } from '../../contract/config/platform.ts';
import { addressOf } from './call.ts';
import { CallFailure, failureText, NETWORK_FAILURE } from './failure.ts';
import { commonHeaders, fullAddress } from './http.ts';
import { canRetryAfter401, sessionGeneration, waitForSessionRecovery } from './session.ts';

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
