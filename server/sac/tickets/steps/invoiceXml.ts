import type { Readable } from 'node:stream';
import { type Decimal, parseDecimal } from '../../../../contract/rules/decimal.ts';
import type { InvoiceXml } from '../../../../contract/rules/steps/returnInvoice.ts';

/** A note of a thousand lines has some two megabytes; its key stands at the start and its total before the end. */
const MOST_READ = 8 * 1024 * 1024;

/**
 * Key and total of an NF-e, searched for in its text: no parser, so nothing of the file is expanded or followed.
 * A file with a document type never got this far (inspect.ts). `null` for what is not found.
 */
export function readInvoiceXml(text: string): InvoiceXml {
  const plain = withoutComments(text);
  return { chave: keyIn(plain), total: totalIn(plain) };
}

/** The text of a stored file, as much of it as is ever looked at. */
export async function textOf(content: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > MOST_READ) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * `Id` of the note itself first: what the protocol of the tax office says of it comes after. A file has one note, so
 * only its first element is looked into: a file full of them costs no more.
 */
function keyIn(text: string): string | null {
  const [, attributes = ''] = /<(?:\w{1,20}:)?infNFe\s([^>]{0,400})/.exec(text) ?? [];
  const id = /\bId\s{0,5}=\s{0,5}["']NFe([0-9A-Z]{44})["']/.exec(attributes);
  return id?.[1] ?? elementIn(text, 'chNFe', '[0-9A-Z]{44}');
}

function totalIn(text: string): Decimal | null {
  const total = elementIn(text, 'vNF', '\\d{1,15}(?:\\.\\d{1,4})?');
  return total === null ? null : parseDecimal(total);
}

const elementIn = (text: string, name: string, content: string): string | null =>
  new RegExp(`<(?:\\w{1,20}:)?${name}>\\s{0,20}(${content})\\s{0,20}</`).exec(text)?.[1] ?? null;

/** What stands in a comment is no part of the note. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return kept.concat(text.slice(at)).join('');
    kept.push(text.slice(at, start));
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return kept.join('');
    at = end + 3;
  }
}
