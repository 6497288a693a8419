import { type FileHandle, open } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import { Refusal } from '../../errors.ts';

/** All extensions that the console accepts anywhere; each dialog picks its own subset. `.jpeg` counts as `.jpg`. */
export const EXTENSIONS = [
  '.jpg',
  '.png',
  '.pdf',
  '.doc',
  '.docx',
  '.xls',
  '.xlsx',
  '.xml',
  '.csv',
  '.txt',
  '.json',
  '.ndjson',
  '.zip',
  '.crt',
  '.cer',
  '.der',
  '.pem',
  '.p7b',
  '.p7c',
  '.gif',
  '.webp',
  '.heic',
  '.eml',
  '.ics',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** Extensions an upload accepts by default (documents 001 and 002). */
export const DEFAULT_EXTENSIONS: readonly Extension[] = ['.jpg', '.png', '.pdf'];

const MIMES: Record<Extension, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.json': 'application/json',
  '.ndjson': 'application/x-ndjson',
  '.zip': 'application/zip',
  '.crt': 'application/x-x509-ca-cert',
  '.cer': 'application/pkix-cert',
  '.der': 'application/x-x509-ca-cert',
  '.pem': 'application/x-pem-file',
  '.p7b': 'application/x-pkcs7-certificates',
  '.p7c': 'application/pkcs7-mime',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  // Browsers do not show it, so it is a file to download and no picture.
  '.heic': 'application/octet-stream',
  '.eml': 'message/rfc822',
  '.ics': 'text/calendar',
};

/** Certificates and chains of them, in either form whatever the name says. */
export const CERTIFICATE_EXTENSIONS = [
  '.crt',
  '.cer',
  '.der',
  '.pem',
  '.p7b',
  '.p7c',
] as const satisfies Extension[];
const CERTIFICATES: ReadonlySet<Extension> = new Set(CERTIFICATE_EXTENSIONS);

/** These have no magic number, so it is only checked that they are text. */
const TEXTS: ReadonlySet<Extension> = new Set(['.csv', '.txt', '.json', '.ndjson', '.eml', '.ics']);

/**
 * Returns the true type of a file, which must be one of `accept` and match the extension of its name. The refusal names the
 * file.
 */
export async function inspect(
  path: string,
  name: string,
  accept: readonly Extension[],
): Promise<{ extension: Extension; mime: string }> {
  const extension = acceptedExtension(name, accept);
  const honest = TEXTS.has(extension)
    ? await isText(path)
    : CERTIFICATES.has(extension)
      ? await isCertificate(path)
      : (await trueExtension(path)) === extension;
  if (!honest) throw contentMismatch(name, extension);
  return { extension, mime: MIMES[extension] };
}

/** Returns the extension of the name if it is one of `accept`; refuses the file otherwise. */
export function acceptedExtension(name: string, accept: readonly Extension[]): Extension {
  const ending = name.toLowerCase().match(/\.[^.]*$/)?.[0];
  const extension = accept.find((each) => each === (ending === '.jpeg' ? '.jpg' : ending));
  if (!extension) throw notAccepted(name, accept);
  return extension;
}

async function trueExtension(path: string): Promise<Extension | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  const file = await open(path);
  try {
    const mime = (await fileTypeFromFile(path).catch(() => undefined))?.mime;
    if (mime === 'application/x-cfb') return await officeExtension(file);
    if (mime === 'image/heic' || mime === 'image/heif') return '.heic';
    const extension = EXTENSIONS.find((each) => MIMES[each] === mime);
    if (extension === '.zip') return await packedExtension(path);
    if (extension && extension !== '.xml') return extension;
    // A note without the XML declaration has no magic number, so its content decides.
    return mime === undefined || mime === 'application/xml' ? await xmlExtension(file) : undefined;
  } finally {
    await file.close();
  }
}

/** Office formats and the part that identifies each inside its ZIP. */
const PACKED: readonly (readonly [Extension, string])[] = [
  ['.xlsx', 'xl/workbook.xml'],
  ['.docx', 'word/document.xml'],
];
/** A workbook has about ten entries; a ZIP of notes is limited separately where it is opened. */
const MAX_INSPECTED = 2_000;

/**
 * Identifies a ZIP from its central directory. A program that streams its output may write a large sheet first, so the part
 * that marks a workbook can lie beyond the bytes that file-type inspects at the start.
 */
async function packedExtension(path: string): Promise<Extension | undefined> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => null);
  if (!zip) return '.zip';
  try {
    const names = new Set<string>();
    for await (const { fileName } of zip.eachEntry()) if (names.add(fileName).size >= MAX_INSPECTED) break;
    const isPacked = names.has('[Content_Types].xml');
    return PACKED.find(([, part]) => isPacked && names.has(part))?.[0] ?? '.zip';
  } catch {
    return '.zip';
  } finally {
    zip.close();
  }
}

/** Text with marked blocks, or the bytes that every certificate begins with; each is read whole where it is used. */
async function isCertificate(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const start = buffer.subarray(0, bytesRead);
    return (start[0] === 0x30 && (start[1] ?? 0) > 0x80) || start.includes('-----BEGIN ');
  } finally {
    await file.close();
  }
}

/** A CSV has no signature: any text passes, unless a browser would run it. */
async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const start = buffer.subarray(0, bytesRead);
    // Excel's "Unicode text" has a zero byte beside each letter and is marked as such by its first two bytes.
    if (start[0] === 0xff && start[1] === 0xfe) return true;
    return !start.includes(0) && !start.toString('latin1').trimStart().startsWith('<');
  } finally {
    await file.close();
  }
}

async function officeExtension(file: FileHandle): Promise<Extension | undefined> {
  const names = await streamNames(file);
  if (names.includes('WordDocument')) return '.doc';
  return names.includes('Workbook') || names.includes('Book') ? '.xls' : undefined;
}

/**
 * Root elements that a browser would execute if the file were ever displayed. A document type is refused too, since it can
 * declare entities.
 */
const SCRIPTABLE = /^(\w+:)?(html|svg|xsl|stylesheet|transform)$/i;

async function xmlExtension(file: FileHandle): Promise<Extension | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
  const start = buffer.subarray(0, bytesRead);
  if (start.includes(0)) return undefined;
  const root = rootElement(start.toString('utf8'));
  return root && !SCRIPTABLE.test(root) ? '.xml' : undefined;
}

/**
 * Returns the name of the root element after the declaration, comments and whitespace. Each character is visited once; a
 * single regular expression could be kept busy for minutes by a few kilobytes of blanks or comments.
 */
function rootElement(text: string): string | undefined {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    at += matchAt(/\s*/y, text, at)?.[0].length ?? 0;
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null;
    if (end === null) return matchAt(/<([A-Za-z_][\w.:-]*)[\s/>]/y, text, at)?.[1];
    const closed = text.indexOf(end, at + (end === '-->' ? 4 : 2));
    if (closed < 0) return undefined;
    at = closed + end.length;
  }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

const notAccepted = (name: string, accept: readonly Extension[]) =>
  new Refusal(
    422,
    'ARQUIVO_NAO_ACEITO',
    `O arquivo "${name}" não é de um tipo aceito. Envie ${accept.join(', ')}.`,
  );

const contentMismatch = (name: string, extension: Extension) =>
  new Refusal(
    422,
    'ARQUIVO_TIPO_FALSO',
    `O conteúdo do arquivo "${name}" não é de um arquivo ${extension}. Salve-o de novo no formato certo e envie outra vez.`,
  );

const ENTRY = 128;
const FREE = 0xfffffffa;
/** Longer chains are not followed, because the stream names we look for are at the start. */
const MAX_SECTORS = 200;

/**
 * Names of the streams in a compound file, the container of .doc and .xls ([MS-CFB] sections 2.2 and 2.6). For a damaged file
 * it returns what could be read.
 */
async function streamNames(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, 512);
  if (header.length < 512) return [];
  const size = 2 ** header.readUInt16LE(0x1e);
  if (size !== 512 && size !== 4096) return [];
  const names: string[] = [];
  const seen = new Set<number>();
  for (let sector = header.readUInt32LE(0x30); sector < FREE && !seen.has(sector); ) {
    if (seen.size >= MAX_SECTORS) break;
    seen.add(sector);
    names.push(...namesIn(await readAt(file, (sector + 1) * size, size)));
    sector = await nextSector(file, header, size, sector);
  }
  return names;
}

function namesIn(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) {
    const length = directory.readUInt16LE(at + 0x40);
    if (length >= 2 && length <= 64) names.push(directory.toString('utf16le', at, at + length - 2));
  }
  return names;
}

/** The allocation table gives the sector that follows; the header lists the table's own first 109 sectors. */
async function nextSector(file: FileHandle, header: Buffer, size: number, sector: number): Promise<number> {
  const perTable = size / 4;
  const table = Math.floor(sector / perTable);
  if (table >= 109) return FREE;
  const tableSector = header.readUInt32LE(0x4c + table * 4);
  if (tableSector >= FREE) return FREE;
  const entry = await readAt(file, (tableSector + 1) * size + (sector % perTable) * 4, 4);
  return entry.length === 4 ? entry.readUInt32LE(0) : FREE;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
