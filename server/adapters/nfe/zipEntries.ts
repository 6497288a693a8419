import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MAX_XML_BYTES, nfeRefusal } from './xmlTree.ts';

/** Years of notes of a busy branch; larger sets have to be split into several files. */
const MAX_ENTRIES = 100_000;
/** XML of notes compresses to a tenth. Far beyond that it is only blanks, made to fill a disk. */
const MAX_RATIO = 100;

interface ZippedFile {
  /** Position in the archive, from 0, among the counted entries. */
  place: number;
  name: string;
  /** Opens the content; throws a Refusal as soon as it exceeds the limit, whatever size the archive declares. */
  open: () => Promise<AsyncIterable<Buffer>>;
}

interface OpenZip {
  /** Number of XML files and nested archives; the latter are reported, because they may contain invoices. */
  count: number;
  entries: (from: number) => AsyncGenerator<ZippedFile>;
  close: () => void;
}

/**
 * Opens an archive on disk, so memory use stays flat however large it is. Refuses a file that is not an archive, and zip
 * bombs.
 */
export async function openZip(path: string, name: string): Promise<OpenZip> {
  const count = await countEntries(path, name);
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  return {
    count,
    entries: (from) => entriesOf(zip, from),
    close: () => zip.close(),
  };
}

async function countEntries(path: string, name: string): Promise<number> {
  const unreadable = () =>
    nfeRefusal(
      'ZIP_DANIFICADO',
      `O arquivo "${name}" não é um ZIP que possa ser lido. Compacte de novo e envie outra vez.`,
    );
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw unreadable();
  });
  try {
    if (zip.entryCount > MAX_ENTRIES) throw tooMany(name);
    let all = 0;
    let count = 0;
    for await (const entry of zip.eachEntry()) {
      // DANFEs, spreadsheets and the like are skipped.
      if (isXml(entry) || isPacked(entry)) count += 1;
      if (++all > MAX_ENTRIES) throw tooMany(name);
    }
    if (count === 0) throw nfeRefusal('ZIP_SEM_XML', `O ZIP "${name}" não traz nenhum XML.`);
    return count;
  } catch (error) {
    throw isRefusal(error) ? error : unreadable();
  } finally {
    zip.close();
  }
}

async function* entriesOf(zip: ZipFile, from: number): AsyncGenerator<ZippedFile> {
  let place = 0;
  for await (const entry of zip.eachEntry()) {
    const packed = isPacked(entry);
    if (!isXml(entry) && !packed) continue;
    const open = () => (packed ? Promise.reject(withinAnother()) : contentOf(zip, entry));
    if (place >= from) yield { place, name: entry.fileName, open };
    place += 1;
  }
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  if (entry.isEncrypted())
    throw nfeRefusal('ZIP_COM_SENHA', 'O ZIP tem senha. Compacte sem senha e envie outra vez.');
  if (
    entry.uncompressedSize > MAX_XML_BYTES ||
    entry.uncompressedSize > entry.compressedSize * MAX_RATIO + 65_536
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
      if (bytes > MAX_XML_BYTES) throw swollen();
      yield chunk;
    }
  } catch (error) {
    throw isRefusal(error) ? error : damaged();
  } finally {
    stream.destroy();
  }
}

const isLeftBehind = (name: string) => /(^|\/)(__MACOSX\/|\._)/.test(name);
const isXml = ({ fileName }: Entry): boolean => /\.xml$/i.test(fileName) && !isLeftBehind(fileName);
const isPacked = ({ fileName }: Entry): boolean =>
  /\.(zip|rar|7z|tar|t?gz)$/i.test(fileName) && !isLeftBehind(fileName);
const isRefusal = (error: unknown): boolean => error instanceof Error && 'status' in error;
const withinAnother = () =>
  nfeRefusal(
    'ZIP_DENTRO_DE_ZIP',
    'Um arquivo compactado dentro do ZIP não é aberto. Descompacte-o e envie o que há nele.',
  );
const swollen = () =>
  nfeRefusal('XML_GRANDE', 'O arquivo é grande demais depois de aberto: não é o XML de uma nota.');
const damaged = () => nfeRefusal('ZIP_DANIFICADO', 'O arquivo está danificado dentro do ZIP.');
const tooMany = (name: string) =>
  nfeRefusal(
    'ZIP_GRANDE',
    `O ZIP "${name}" tem mais de ${MAX_ENTRIES.toLocaleString('pt-BR')} arquivos. Divida-o em partes.`,
  );
