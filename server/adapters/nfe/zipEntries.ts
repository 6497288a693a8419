import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MOST_XML_BYTES, nfeRefusal } from './xmlTree.ts';

/** Years of notes of a busy branch; larger sets have to be split into several files. */
const MOST_ENTRIES = 100_000;
/** XML of notes compresses to a tenth. Far beyond that it is only blanks, made to fill a disk. */
const MOST_RATIO = 100;

interface ZippedFile {
  /** Index in the archive from 0, counting XML files only. */
  place: number;
  name: string;
  /** Opens the content; throws a Refusal as soon as it exceeds the limit, whatever size the archive declares. */
  open: () => Promise<AsyncIterable<Buffer>>;
}

interface OpenZip {
  /** Number of XML files. */
  xmls: number;
  /** Number of other files, which are skipped (DANFEs, spreadsheets). */
  others: number;
  entries: (from: number) => AsyncGenerator<ZippedFile>;
  close: () => void;
}

/**
 * Opens an archive on disk, so memory use stays flat however large it is. Refuses a file that is not an archive, and zip
 * bombs.
 */
export async function openZip(path: string, name: string): Promise<OpenZip> {
  const counted = await countXmls(path, name);
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  return {
    ...counted,
    entries: (from) => entriesOf(zip, from),
    close: () => zip.close(),
  };
}

async function countXmls(path: string, name: string): Promise<{ xmls: number; others: number }> {
  const unreadable = () =>
    nfeRefusal(
      'ZIP_DANIFICADO',
      `O arquivo "${name}" não é um ZIP que possa ser lido. Compacte de novo e envie outra vez.`,
    );
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw unreadable();
  });
  try {
    if (zip.entryCount > MOST_ENTRIES) throw tooMany(name);
    let xmls = 0;
    let others = 0;
    for await (const entry of zip.eachEntry()) {
      if (isXml(entry)) xmls += 1;
      else if (!entry.fileName.endsWith('/')) others += 1;
      if (xmls + others > MOST_ENTRIES) throw tooMany(name);
    }
    return { xmls, others };
  } catch (error) {
    throw isRefusal(error) ? error : unreadable();
  } finally {
    zip.close();
  }
}

async function* entriesOf(zip: ZipFile, from: number): AsyncGenerator<ZippedFile> {
  let place = 0;
  for await (const entry of zip.eachEntry()) {
    if (!isXml(entry)) continue;
    if (place >= from) yield { place, name: entry.fileName, open: () => contentOf(zip, entry) };
    place += 1;
  }
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  if (entry.isEncrypted())
    throw nfeRefusal('ZIP_COM_SENHA', 'O ZIP tem senha. Compacte sem senha e envie outra vez.');
  if (
    entry.uncompressedSize > MOST_XML_BYTES ||
    entry.uncompressedSize > entry.compressedSize * MOST_RATIO + 65_536
  )
    throw swollen();
  const stream = await zip.openReadStreamPromise(entry).catch(() => {
    throw damaged();
  });
  return bounded(stream);
}

/** yauzl aborts a stream whose size differs from the declared one; our own limit applies before that. */
async function* bounded(stream: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > MOST_XML_BYTES) throw swollen();
      yield chunk;
    }
  } catch (error) {
    throw isRefusal(error) ? error : damaged();
  } finally {
    stream.destroy();
  }
}

const isXml = ({ fileName }: Entry): boolean =>
  /\.xml$/i.test(fileName) && !/(^|\/)(__MACOSX\/|\._)/.test(fileName);
const isRefusal = (error: unknown): boolean => error instanceof Error && 'status' in error;
const swollen = () =>
  nfeRefusal('XML_GRANDE', 'O arquivo é grande demais depois de aberto: não é o XML de uma nota.');
const damaged = () => nfeRefusal('ZIP_DANIFICADO', 'O arquivo está danificado dentro do ZIP.');
const tooMany = (name: string) =>
  nfeRefusal(
    'ZIP_GRANDE',
    `O ZIP "${name}" tem mais de ${MOST_ENTRIES.toLocaleString('pt-BR')} arquivos. Divida-o em partes.`,
  );
