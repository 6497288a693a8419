import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const unpack = promisify(inflateRaw);

/** What a sheet of a few thousand lines never comes near. */
const MOST_UNPACKED = 24 * 1024 * 1024;
const LONGEST_END = 65_557;
const END = 0x06054b50;
const ENTRY = 0x02014b50;

interface ZipRefusals {
  /** More than `most` bytes, once unpacked. */
  swollen: () => Error;
  /** No ZIP, or one that is cut off. */
  broken: () => Error;
}

/**
 * Unpacks each part of a ZIP file once, and throws where all of them together are more than `most` bytes: what the file
 * says about its own sizes is not believed. `look` sees each part, and nothing is kept of it.
 */
export async function refuseSwollen(
  content: Buffer,
  { swollen, broken }: ZipRefusals,
  { most = MOST_UNPACKED, look }: { most?: number; look?: (part: Buffer) => void } = {},
): Promise<void> {
  let left = most;
  try {
    for (const { data, packed } of entriesOf(content)) {
      if (left <= 0) throw swollen();
      const part = packed ? await unpack(data, { maxOutputLength: left }) : data;
      left -= part.length;
      look?.(part);
    }
  } catch (error) {
    const isTooMuch = left <= 0 || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooMuch ? swollen() : broken();
  }
  if (left < 0) throw swollen();
}

function* entriesOf(content: Buffer) {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || content.length - end > LONGEST_END || content.readUInt32LE(end) !== END)
    throw new Error('no end of a ZIP');
  const count = content.readUInt16LE(end + 10);
  let at = content.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (content.readUInt32LE(at) !== ENTRY) throw new Error('no entry of a ZIP');
    const size = content.readUInt32LE(at + 20);
    const header = content.readUInt32LE(at + 42);
    const start = header + 30 + content.readUInt16LE(header + 26) + content.readUInt16LE(header + 28);
    yield { packed: content.readUInt16LE(at + 10) === 8, data: content.subarray(start, start + size) };
    at += 46 + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
}
