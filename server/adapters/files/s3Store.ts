import { createHash, createHmac } from 'node:crypto';
import type http from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../errors.ts';
import type { S3Settings } from '../../settings.ts';
import { callOut, ForbiddenTarget, type Reach } from '../outgoing.ts';
import { checkFileId, type FileStore, MissingFile, type StoredFile } from './fileStore.ts';

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

interface Credentials {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the body, hexadecimal; leave it out when there is no body. */
  readonly bodySha256?: string;
}

/** The headers of a request to S3, signed with AWS Signature Version 4 (without a query string). */
export function sign(
  request: SignedRequest,
  { region, ...keys }: Credentials,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = moment.slice(0, 8);
  const bodySha256 = request.bodySha256 ?? sha256('');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': moment,
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('');
  const canonical = [request.method, request.url.pathname, '', lines, signed, bodySha256].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${keys.secretKey}`));
  const signature = hmac(key, text).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
