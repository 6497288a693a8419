import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Storage for uploaded files. File names are random; the user's own file name is in the database. */
export interface FileStore {
  /**
   * Stores a file under `file.id` (see newFileId). Once this resolves, the file survives a power cut. `open` returns the
   * content from its start and is called again for each attempt.
   */
  put(open: () => Readable, file: StoredFile): Promise<void>;
  /** Rejects with MissingFile when the file does not exist. */
  get(id: string): Promise<Readable>;
  /** Does not fail when the file is already gone. */
  remove(id: string): Promise<void>;
}

export interface StoredFile {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Thrown when the store has no such file. */
export class MissingFile extends Error {}

/** A name for a new file: 32 random hexadecimal digits. */
export const newFileId = (): string => randomUUID().replaceAll('-', '');

/** Refuses anything but such a name, so that no path can be smuggled in. */
export function checkFileId(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new MissingFile(`not the name of a file: ${id.slice(0, 40)}`);
  return id;
}
