import { inflateSync } from 'node:zlib';

/**
 * The texts of a PDF of ours, one a line: its streams are deflated, and its built-in fonts have the letters of Latin-1. Unlike
 * `pdftotext` this is there on every machine.
 */
export function pdfTexts(pdf: Buffer): string {
  const found: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at)) {
    const end = pdf.indexOf('\nendstream', at);
    const content = inflated(pdf.subarray(at + 'stream\n'.length, end));
    for (const [, shown = ''] of content.matchAll(/\[([^\]]*)\] TJ/g))
      found.push(
        Buffer.from((shown.match(/<[0-9a-f]*>/g) ?? []).join('').replace(/[<>]/g, ''), 'hex').toString(
          'latin1',
        ),
      );
    at = end + '\nendstream'.length;
  }
  return found.join('\n');
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    // A stream of another kind, such as a picture.
    return '';
  }
}
