import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UnpackedTooLarge } from './zipParts.ts';

/** Callbacks for the elements of a part; names come without their prefix. */
interface PartReader {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Limit for the text between two tags; a cell holds 32,767 characters at most. */
const MAX_GAP = 1024 * 1024;

/**
 * Reads a part of a workbook as its bytes arrive and yields after each chunk, so that the caller can take what the reader has
 * collected.
 */
export async function* readPart(content: AsyncIterable<Buffer>, reader: PartReader): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let between = 0;
  parser.on('doctype', () => {
    throw new Error('a part declares a document type');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    between = 0;
    reader.open(withoutPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    between = 0;
    reader.close?.(withoutPrefix(name));
  });
  const hear = (text: string) => reader.text?.(text);
  parser.on('text', hear);
  parser.on('cdata', hear);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of content) {
    between += chunk.length;
    if (between > MAX_GAP) throw new UnpackedTooLarge();
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

/** Reads a whole part that is known to be small, or of which the reader keeps little. */
export async function readWhole(content: AsyncIterable<Buffer>, reader: PartReader): Promise<void> {
  for await (const _ of readPart(content, reader));
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
