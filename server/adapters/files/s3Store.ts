import type http from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../errors.ts';
import type { S3Settings } from '../../settings.ts';
import { callOut, ForbiddenTarget, type Reach } from '../outgoing.ts';
import { checkFileId, type FileStore, MissingFile, type StoredFile } from './fileStore.ts';
import { sign } from './signature.ts';

const SILENCE = 15_000;
const PAUSES = [200, 1_000];

/**
 * S3-compatible storage, addressed by path (`endpoint/bucket/name`) as MinIO and its like expect too. A put
 * replaces, a get reads and a delete repeats without harm, so all three are tried three times.
 */
export function s3Store(settings: S3Settings, reach: Reach): FileStore {
  const send = (method: string, id: string, file?: StoredFile, open?: () => Readable) => {
    const url = new URL(`${settings.endpoint}/${settings.bucket}/${checkFileId(id)}`);
    return patiently(() => request(settings, reach, { method, url, file, open }));
  };
  return {
    async put(open, file) {
      const answer = await send('PUT', file.id, file, open);
      await expectSuccess(answer);
    },
    async get(id) {
      const answer = await send('GET', id);
      if (answer.statusCode === 404) {
        answer.resume();
        throw new MissingFile(id);
      }
      if (answer.statusCode !== 200) await expectSuccess(answer);
      return answer;
    },
    async remove(id) {
      const answer = await send('DELETE', id);
      if (answer.statusCode === 404) answer.resume();
      else await expectSuccess(answer);
    },
  };
}

/** Again after a broken connection or an error of the server; a refusal is final. */
async function patiently(attempt: () => Promise<http.IncomingMessage>): Promise<http.IncomingMessage> {
  for (const wait of PAUSES) {
    try {
      const answer = await attempt();
      if (answer.statusCode !== 429 && (answer.statusCode ?? 0) < 500) return answer;
      answer.resume();
    } catch (error) {
      if (error instanceof ForbiddenTarget) throw error;
      // The last attempt, below, tells what is wrong.
    }
    await pause(wait);
  }
  return attempt().catch((error: unknown) => {
    if (error instanceof ForbiddenTarget) throw error;
    throw new Refusal(
      503,
      'ARQUIVOS_FORA_DO_AR',
      'O armazenamento de arquivos não respondeu. Nada se perdeu do que você digitou: aguarde um instante e tente de novo.',
    );
  });
}

interface Ask {
  readonly method: string;
  readonly url: URL;
  readonly file?: StoredFile | undefined;
  readonly open?: (() => Readable) | undefined;
}

function request(
  settings: S3Settings,
  reach: Reach,
  { method, url, file, open }: Ask,
): Promise<http.IncomingMessage> {
  const headers = file && { 'content-length': String(file.size), 'content-type': 'application/octet-stream' };
  const signed = sign({ method, url, headers, bodySha256: file?.sha256 }, settings, new Date());
  // A file of any size may take its time, as long as something moves.
  const limit = { silence: SILENCE };
  return callOut(url, { method, headers: signed, limit, ...(open && { body: open() }) }, reach);
}

async function expectSuccess(answer: http.IncomingMessage): Promise<void> {
  const body = (await text(answer)).slice(0, 500);
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) return;
  const code = body.match(/<Code>([^<]*)/)?.[1] ?? '';
  throw new Error(
    `O armazenamento S3 respondeu ${status} ${code}. Confira S3_BUCKET, S3_REGION e as chaves.`,
  );
}
