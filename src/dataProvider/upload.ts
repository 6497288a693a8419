import type { FileRef } from '../../contract/config/platform.ts';
import { platformRoutes } from '../../contract/config/platform.ts';
import { addressOf } from './address.ts';
import { CallFailure, failureText, NETWORK_FAILURE } from './failure.ts';
import { commonHeaders, fullAddress } from './http.ts';
import { sessionLost } from './session.ts';

export interface UploadOptions {
  signal?: AbortSignal;
  /** Bytes sent so far, of how many. */
  onProgress?: (sent: number, total: number) => void;
}

/** Sends one file before the form that holds it; forms then carry only its record. */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<FileRef> {
  try {
    return await attempt(file, options);
  } catch (failure) {
    if (failure instanceof CallFailure && failure.status === 401 && (await sessionLost()) === 'renewed') {
      return attempt(file, options);
    }
    throw failure;
  }
}

/** XMLHttpRequest, because fetch tells nothing of the bytes sent. */
function attempt(file: File, { signal, onProgress }: UploadOptions): Promise<FileRef> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', fullAddress(addressOf(platformRoutes.upload)));
    for (const [name, value] of Object.entries(commonHeaders())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total || file.size);
    request.onerror = () => reject(new CallFailure(0, NETWORK_FAILURE));
    request.onabort = () => reject(new DOMException('Envio cancelado', 'AbortError'));
    request.onload = () => {
      if (request.status < 300) resolve(request.response.data as FileRef);
      else
        reject(
          new CallFailure(
            request.status,
            failureText(request.response, request.statusText),
            request.response,
          ),
        );
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('arquivo', file, file.name);
    request.send(form);
  });
}
