import type { Extension } from '../../adapters/files/inspect.ts';
import { openParts } from '../../adapters/spreadsheet/workbook/zipParts.ts';

/** What e-mails may bring into a ticket: what people send of their own accord, and nothing that a program would run. */
export const MAIL_EXTENSIONS: readonly Extension[] = [
  '.jpg',
  '.png',
  '.gif',
  '.webp',
  '.heic',
  '.pdf',
  '.xml',
  '.txt',
  '.csv',
  '.doc',
  '.docx',
  '.xls',
  '.xlsx',
  '.eml',
  '.ics',
  '.zip',
];

const BY_MIME: Readonly<Record<string, Extension>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'image/heif': '.heic',
  'application/pdf': '.pdf',
  'application/xml': '.xml',
  'application/zip': '.zip',
  'text/calendar': '.ics',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

/** Other endings of the same contents, and endings that programs leave out or invent. */
const SAME: Readonly<Record<string, Extension>> = {
  '.jpeg': '.jpg',
  '.jfif': '.jpg',
  '.jpe': '.jpg',
  '.heif': '.heic',
  '.log': '.txt',
  '.text': '.txt',
};

/**
 * The name of an attached file with the ending of its content: phones and programs send pictures and PDFs without one, or
 * with another. `reason`: why it stays in the original only.
 */
export async function mailFileName(
  name: string,
  content: Buffer,
): Promise<{ name: string } | { reason: string }> {
  const ending = /\.[^.\s]{1,8}$/.exec(name.toLowerCase())?.[0] ?? '';
  const extension = await extensionOf(ending, content);
  if (extension === null) return { reason: 'está só no original do e-mail' };
  if (extension !== '.zip' && !isPackedOffice(extension) && extension !== '.doc' && extension !== '.xls')
    return { name: named(name, ending, extension) };
  const problem = await packedProblem(extension, content);
  return problem ? { reason: problem } : { name: named(name, ending, extension) };
}

const named = (name: string, ending: string, extension: Extension): string => {
  if ((SAME[ending] ?? ending) === extension && ending !== '' && !(ending in SAME)) return name;
  return `${ending in SAME ? name.slice(0, -ending.length) : name}${extension}`;
};

async function extensionOf(ending: string, content: Buffer): Promise<Extension | null> {
  // Loaded with the first file, as where uploads are inspected.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content.subarray(0, BEGINNING)).catch(() => undefined);
  const said = MAIL_EXTENSIONS.find((each) => each === (SAME[ending] ?? ending));
  // The old Office formats share one container, and the upload looks into it.
  if (found?.mime === 'application/x-cfb') return said === '.doc' || said === '.xls' ? said : null;
  if (found?.mime === 'application/zip') return said && isPackedOffice(said) ? said : '.zip';
  if (found) return BY_MIME[found.mime] ?? null;
  const start = content.subarray(0, BEGINNING);
  if (start.includes(0)) return null;
  const text = start.toString('latin1').replace(BYTE_ORDER_MARK, '').trimStart();
  if (/^BEGIN:VCALENDAR/i.test(text)) return '.ics';
  if (text.startsWith('<')) return said === '.xml' || FISCAL_NOTE.test(text) ? '.xml' : null;
  if (said !== undefined && TEXTS.has(said)) return said;
  return ending === '' || ending === '.dat' ? '.txt' : null;
}

const BEGINNING = 64 * 1024;
/** Of UTF-8, read as one byte a letter. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** A note of the tax authority or an event about one, which many programs send without a name or under its key alone. */
const FISCAL_NOTE = /^<(nfeProc|NFe|procEventoNFe)[\s>]/;
const TEXTS: ReadonlySet<Extension> = new Set(['.txt', '.csv', '.eml']);
const isPackedOffice = (extension: Extension): boolean => extension === '.docx' || extension === '.xlsx';

const MAX_ENTRIES = 200;
const MAX_UNPACKED = 60 * 1024 * 1024;
const MACROS = /(^|\/)vbaProject\.bin$|(^|\/)activeX\//i;

/** Why an archive or an Office file does not enter: macros, or an entry that would not enter by itself. */
async function packedProblem(extension: Extension, content: Buffer): Promise<string | null> {
  if (extension === '.doc' || extension === '.xls')
    return content.includes(Buffer.from('_VBA_PROJECT', 'utf16le')) ? WITH_MACROS : null;
  const parts = await openParts(content).catch(() => null);
  if (!parts) return 'não pôde ser aberto; está só no original do e-mail';
  try {
    if (parts.names.some((name) => MACROS.test(name))) return WITH_MACROS;
    if (extension !== '.zip') return null;
    const files = parts.names.filter((name) => !name.endsWith('/'));
    if (files.length > MAX_ENTRIES)
      return `tem mais de ${MAX_ENTRIES} arquivos; está só no original do e-mail`;
    const allowance = { left: MAX_UNPACKED };
    for (const name of files) {
      const chunks: Buffer[] = [];
      for await (const chunk of parts.read(name, allowance)) chunks.push(chunk);
      const inner = await mailFileName(name.split('/').at(-1) ?? name, Buffer.concat(chunks));
      // An archive within an archive is not looked into.
      if ('reason' in inner || inner.name.endsWith('.zip'))
        return `tem dentro ${name.slice(-60)}, que não entra; está só no original do e-mail`;
    }
    return null;
  } catch {
    return 'é grande demais depois de aberto; está só no original do e-mail';
  } finally {
    parts.close();
  }
}

const WITH_MACROS = 'tem macros; está só no original do e-mail';
