import type { NfeOutcome } from '../../../contract/catalogs/nfeOutcome.ts';
import type { JudgedNote } from '../../../contract/rules/nfe/nfeNote.ts';
import type { ReadEvent, ReadNote } from '../../adapters/nfe/readNfeFile.ts';

/** A file of an import on its way: read and genuine, or refused. */
export interface IncomingFile {
  /** Within the import. */
  place: number;
  name: string;
  read: ReadNote | ReadEvent | Rejected;
  /** As it came. */
  content: Buffer;
  /** Of one that was kept before and is taken up now. */
  documentId?: number;
}

export interface Rejected {
  type: 'REJECTED';
  code: string;
  sentence: string;
}

export type IncomingNote = IncomingFile & { read: ReadNote };
/** A note with what it is to the company. */
export type JudgedFile = IncomingNote & { verdict: JudgedNote };
export type IncomingEvent = IncomingFile & { read: ReadEvent };

/** What became of it. */
export interface SettledFile {
  place: number;
  name: string;
  key: string;
  outcome: NfeOutcome;
  code: string;
  sentence: string;
}

export const isNote = (file: IncomingFile): file is IncomingNote => file.read.type === 'NOTE';
export const isEvent = (file: IncomingFile): file is IncomingEvent => file.read.type === 'EVENT';

/** The natural key of a document: of a note its key alone. */
export function documentKey({ read }: IncomingFile): { key: string; eventType: string; sequence: number } {
  if (read.type === 'EVENT')
    return { key: read.event.key, eventType: read.event.type, sequence: read.event.sequence };
  return { key: read.type === 'NOTE' ? read.note.key : '', eventType: '', sequence: 0 };
}

export const settled = (file: IncomingFile, outcome: NfeOutcome, sentence = '', code = ''): SettledFile => ({
  place: file.place,
  name: file.name,
  key: documentKey(file).key,
  outcome,
  code,
  sentence,
});
