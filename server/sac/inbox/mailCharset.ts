import { isUtf8 } from 'node:buffer';
import { fromWindows1252 } from '../../text/windows1252.ts';

/** The lines of a part's own header, folded ones included, as bytes in latin1. */
const PART_HEADERS = /^content-(?:type|disposition):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;

/**
 * The e-mail with readable headers: programs write subjects and file names as raw bytes of their system, which are no UTF-8.
 * Bodies stay as they are.
 */
export function withReadableHeaders(raw: Buffer): Buffer {
  const end = headerEnd(raw);
  const head = inUtf8(raw.subarray(0, end));
  const body = raw.subarray(end);
  if (isUtf8(body)) return Buffer.concat([head, body]);
  const text = body.toString('latin1');
  const pieces: Buffer[] = [head];
  let at = 0;
  for (const { 0: header, index } of text.matchAll(PART_HEADERS)) {
    pieces.push(body.subarray(at, index), inUtf8(body.subarray(index, index + header.length)));
    at = index + header.length;
  }
  return Buffer.concat([...pieces, body.subarray(at)]);
}

const headerEnd = (raw: Buffer): number => {
  const found = /\r?\n\r?\n/.exec(raw.subarray(0, MAX_HEADER).toString('latin1'));
  return found ? found.index : Math.min(raw.length, MAX_HEADER);
};
const MAX_HEADER = 256 * 1024;

/** Everything below the headers, without line ends around it. */
export const bodyOf = (raw: Buffer): Buffer => raw.subarray(headerEnd(raw));

const inUtf8 = (bytes: Buffer): Buffer => (isUtf8(bytes) ? bytes : Buffer.from(fromWindows1252(bytes)));

/** Whether a decoded text has lost letters: bytes that are not in the encoding that the part declares. */
export const hasLostLetters = (text: string): boolean => text.includes('\ufffd');

/**
 * The e-mail with its texts declared as Windows-1252, whatever they declare, to be read once more when letters were lost: the
 * declaration is missing, false, or only in a `<meta>`.
 */
export function declaredAsOneByte(raw: Buffer): Buffer {
  const text = raw.toString('latin1');
  const isSingle = !/^content-type:/im.test(text.slice(0, headerEnd(raw)));
  const declared = text.replace(PART_HEADERS, (header) => {
    if (!/^content-type:\s*text\/(?:plain|html)/i.test(header)) return header;
    const without = header.replace(/;\s*charset\s*=\s*(?:"[^"\r\n]*"|[^\s;]+)/gi, '');
    return without.replace(/^(content-type:\s*text\/\w+)/i, '$1; charset=windows-1252');
  });
  return Buffer.from(
    isSingle ? `Content-Type: text/plain; charset=windows-1252\r\n${declared}` : declared,
    'latin1',
  );
}

/** Two or more bytes of UTF-8, read as letters of Windows-1252: 'Ã£' for 'ã', 'â€œ' for '“'. */
const TWICE =
  /[\u00c2-\u00f4][\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/;

/** A text that declares one byte a letter but was written in UTF-8; any other text stays as it is. */
export function withoutDoubleEncoding(text: string): string {
  if (!TWICE.test(text)) return text;
  const bytes = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = BYTES.get(text[index] ?? '');
    if (byte === undefined) return text;
    bytes[index] = byte;
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
}

const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [fromWindows1252(Uint8Array.of(byte)), byte]),
);
