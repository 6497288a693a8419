import { createHash, createHmac } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import type http from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../errors.ts';
import type { S3Settings, Settings } from '../../settings/settings.ts';
import { ForbiddenTarget, type NetworkAccess, sendRequest } from '../outgoing.ts';
import { checkFileId, type FileStore, MissingFile, type StoredFile } from './fileStore.ts';

const IDLE_TIMEOUT = 15_000;

const PAUSES = [200, 1_000];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** S3-compatible storage when it is configured, else a folder below DATA_DIR. */
export const openFileStore = (settings: Pick<Settings, 's3' | 'dataDir' | 'privateHosts'>): FileStore =>
  settings.s3 ? s3Store(settings.s3, settings) : folderStore(settings.dataDir);

/** Files below `dataDir/files`, spread over 65,536 folders so that none grows large. */
export function folderStore(dataDir: string): FileStore {
  const root = path.join(dataDir, 'files');
  const pathOf = (id: string) => path.join(root, checkFileId(id).slice(0, 2), id.slice(2, 4), id);
  return {
    async put(content, { id }) {
      const target = pathOf(id);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await writeWhole(content(), target);
    },
    async get(id) {
      const file = await open(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingFile(id) : error;
      });
      return file.createReadStream();
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}

/** The file only appears under its name once its content is on disk. */
async function writeWhole(content: NodeJS.ReadableStream, target: string): Promise<void> {
  const temporary = `${target}.part`;
  try {
    await pipeline(content, createWriteStream(temporary, { mode: 0o600, flush: true }));
    await rename(temporary, target);
    await syncFolder(path.dirname(target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * S3-compatible storage with path-style addresses (`endpoint/bucket/name`), which MinIO and similar servers expect too. Put,
 * get and delete are all safe to repeat, so each is tried three times.
 */
export function s3Store(settings: S3Settings, reach: NetworkAccess): FileStore {
  const send = (method: string, id: string, file?: StoredFile, open?: () => Readable) => {
    const url = new URL(`${settings.endpoint}/${settings.bucket}/${checkFileId(id)}`);
    return withRetries(() => request(settings, reach, { method, url, file, open }));
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

/** Retries after a broken connection or a server error; a refusal is final. */
async function withRetries(attempt: () => Promise<http.IncomingMessage>): Promise<http.IncomingMessage> {
  for (const wait of PAUSES) {
    try {
      const answer = await attempt();
      if (answer.statusCode !== 429 && (answer.statusCode ?? 0) < 500) return answer;
      answer.resume();
    } catch (error) {
      if (error instanceof ForbiddenTarget) throw error;
      // The last attempt, below, reports the error.
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
  reach: NetworkAccess,
  { method, url, file, open }: Ask,
): Promise<http.IncomingMessage> {
  const headers = file && { 'content-length': String(file.size), 'content-type': 'application/octet-stream' };
  const signed = sign({ method, url, headers, bodySha256: file?.sha256 }, settings, new Date());
  // A large file may take as long as it needs, provided that data keeps flowing.
  const limit = { silence: IDLE_TIMEOUT };
  return sendRequest(url, { method, headers: signed, limit, ...(open && { body: open() }) }, reach);
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
  /** Hash of the body in hexadecimal; omitted when there is no body. */
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
