import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Where uploaded files lie. Their names are random; what the user called them is in the database. */
export interface FileStore {
  /**
   * Keeps a file under `file.id` (see newFileId). Once this resolves, a power cut does not lose it.
   * `open` gives the content from its start, again for each attempt.
   */
  put(open: () => Readable, file: StoredFile): Promise<void>;
  /** Rejects with MissingFile when there is none. */
  get(id: string): Promise<Readable>;
  /** No error when it is gone already. */
  remove(id: string): Promise<void>;
}

export interface StoredFile {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The store has no such file. */
export class MissingFile extends Error {}

/** A name for a new file: 32 random hexadecimal digits. */
export const newFileId = (): string => randomUUID().replaceAll('-', '');

/** Refuses anything but such a name, so that no path can be smuggled in. */
export function checkFileId(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new MissingFile(`not the name of a file: ${id.slice(0, 40)}`);
  return id;
}
