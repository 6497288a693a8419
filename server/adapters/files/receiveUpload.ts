import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';
import { Refusal } from '../../errors.ts';
import { cleanFileName } from './cleanFileName.ts';
import { type FileStore, newFileId } from './fileStore.ts';
import { acceptedExtension, DEFAULT_EXTENSIONS, type Extension, inspect } from './inspect.ts';
import { type Scanner, scanFile } from './scan.ts';

export interface Upload {
  readonly content: Readable;
  /** The user's own file name. */
  readonly name: string;
}

interface UploadLimits {
  /** Limit for this one file. */
  readonly maxBytes: number;
  readonly accept?: readonly Extension[];
}

/** The values for the file's row in the table `files`. */
interface ReceivedFile {
  readonly storedAs: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Receives one uploaded file. It is refused by its name before the first byte is read, by its size as soon as the limit is
 * exceeded, then by its true type. Pictures lose their EXIF data. The file passes through DATA_DIR, so memory use stays flat,
 * and nothing remains of a refused one.
 */
export async function receiveUpload(
  upload: Upload,
  { maxBytes, accept = DEFAULT_EXTENSIONS }: UploadLimits,
  { files, dataDir, scanner }: { files: FileStore; dataDir: string; scanner?: Scanner | undefined },
): Promise<ReceivedFile> {
  const name = cleanFileName(upload.name);
  const spool = path.join(await spoolFolder(dataDir), randomUUID());
  try {
    acceptedExtension(name, accept);
    await pipeline(upload.content, limitBytes(maxBytes), createWriteStream(spool, { mode: 0o600 }));
    if ((await stat(spool)).size === 0) throw empty(name);
    // The scan comes before anything else opens the file.
    if (scanner) await scanFile(spool, name, scanner);
    const { extension, mime } = await inspect(spool, name, accept);
    if (mime.startsWith('image/')) await cleanPicture(spool, name, extension);
    const file = { id: newFileId(), size: (await stat(spool)).size, sha256: await sha256Of(spool) };
    await files.put(() => createReadStream(spool), file);
    return { storedAs: file.id, name, mime, size: file.size, sha256: file.sha256 };
  } finally {
    upload.content.resume();
    await rm(spool, { force: true });
  }
}

function limitBytes(maxBytes: number): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const tooLarge = (maxBytes: number) =>
  new Refusal(
    413,
    'ARQUIVO_GRANDE',
    `Tamanho máximo de arquivo é de ${Number((maxBytes / 1_048_576).toFixed(1)).toLocaleString('pt-BR')}MB`,
  );

const empty = (name: string) =>
  new Refusal(422, 'ARQUIVO_VAZIO', `O arquivo "${name}" está vazio. Escolha outro e envie outra vez.`);

/** Today's phones produce 50 megapixels; far larger pictures are made to exhaust memory. */
const MAX_PIXELS = 64_000_000;
const SECONDS = 30;

/**
 * Re-encodes a picture, upright, without EXIF (place, device, owner) or anything hidden after its end. Refuses a damaged or
 * gigantic one.
 */
async function cleanPicture(path: string, name: string, extension: Extension): Promise<void> {
  const cleaned = `${path}.clean`;
  const picture = (await openPicture(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' }))
    .rotate()
    .timeout({ seconds: SECONDS });
  try {
    await encoded(picture, extension).toFile(cleaned);
  } catch (error) {
    await rm(cleaned, { force: true });
    throw /pixel limit/i.test(String(error)) ? tooManyPixels(name) : damaged(name);
  }
  await rename(cleaned, path);
}

function encoded(picture: Sharp, extension: Extension): Sharp {
  if (extension === '.png') return picture.png();
  if (extension === '.gif') return picture.gif();
  return extension === '.webp' ? picture.webp({ quality: 88 }) : picture.jpeg({ quality: 88 });
}

const tooManyPixels = (name: string) =>
  new Refusal(
    422,
    'IMAGEM_GRANDE',
    `A imagem "${name}" tem pixels demais (o máximo são ${MAX_PIXELS / 1_000_000} megapixels). Reduza-a e envie outra vez.`,
  );

const damaged = (name: string) =>
  new Refusal(
    422,
    'IMAGEM_DANIFICADA',
    `A imagem "${name}" está danificada e não pôde ser lida. Envie outra.`,
  );

/** Longer than any upload lasts. */
const OLD = 6 * 3_600_000;

/** The folder that holds an upload while it is checked. It is beside the data because a system's /tmp is often in memory. */
export async function spoolFolder(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes partial uploads left behind by a killed process. */
export async function sweepSpool(dataDir: string, now: Date): Promise<void> {
  const folder = await spoolFolder(dataDir);
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < now.getTime() - OLD) await rm(file, { force: true });
  }
}

/**
 * Opens a picture that is to be re-encoded. The native library is loaded with the first picture, so that startup does not
 * wait for it.
 */
export async function openPicture(picture: SharpInput, options?: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Each picture is processed once, so caching decoded ones would only fill the memory.
  sharp.cache(false);
  return sharp(picture, options);
}
