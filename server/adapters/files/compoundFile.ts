import type { FileHandle } from 'node:fs/promises';

const ENTRY = 128;
const FREE = 0xfffffffa;
/** Chains longer than this are not followed: the names looked for stand at the start. */
const MOST_SECTORS = 200;

/**
 * Names of the streams in a compound file, the container of .doc and .xls ([MS-CFB] sections 2.2 and 2.6).
 * A damaged file gives what could be read.
 */
export async function streamNames(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, 512);
  if (header.length < 512) return [];
  const size = 2 ** header.readUInt16LE(0x1e);
  if (size !== 512 && size !== 4096) return [];
  const names: string[] = [];
  const seen = new Set<number>();
  for (let sector = header.readUInt32LE(0x30); sector < FREE && !seen.has(sector); ) {
    if (seen.size >= MOST_SECTORS) break;
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

/** The allocation table says which sector follows; its own first 109 sectors are listed in the header. */
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
