import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { objectRows } from '#server/adapters/spreadsheet/streamSheet.ts';
import { foreignHtml } from '#server/foreign/foreignHtml.ts';
import { foreignNfe } from '#server/foreign/foreignNfe.ts';
import { foreignObjects, foreignRows, foreignShape } from '#server/foreign/foreignSheets.ts';
import { openPool, ReadingEnded, readForeign, readOne } from '#server/foreign/readForeign.ts';
import { foreignMail } from '#server/sac/inbox/foreignMail.ts';
import { cleanHtml } from '#server/text/cleanHtml.ts';
import { flatHtml } from '#server/text/flatHtml.ts';
import { nfeProc } from '#tests/support/nfe/nfeFiles.ts';

const CSV = { format: 'CSV', encoding: 'utf-8', delimiter: ';' } as const;
const contentOf = (text: string) => async () => Readable.from([Buffer.from(text)]);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Whether this process did other things before the reading ended. */
async function staysFree(reading: Promise<unknown>): Promise<boolean> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await reading.catch(() => {});
  clearInterval(timer);
  return turns > 1;
}

/** A small file that names a great many sheets. */
function workbookOfSheets(count: number): Promise<Buffer> {
  const zip = new ZipFile();
  const part = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const relation = (target: string, type: string) =>
    `<Relationships><Relationship Id="r" Type="/${type}" Target="${target}"/></Relationships>`;
  part('_rels/.rels', relation('workbook.xml', 'officeDocument'));
  part('_rels/workbook.xml.rels', relation('sheet.xml', 'worksheet'));
  part('workbook.xml', `<w xmlns:r="r"><sheets>${'<sheet name="a" r:id="r"/>'.repeat(count)}</sheets></w>`);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const NESTED = '<ul><li>'.repeat(120_000);

describe('foreign bytes are read in a thread of their own', () => {
  test('the lines of a sheet, in their order, however many there are', async () => {
    const text = Array.from({ length: 1_234 }, (_, index) => `${index};produto ${index}`).join('\n');
    const rows = await all(foreignRows(contentOf(text), CSV));
    expect(rows.map(({ line, cells }) => [line, cells[0]?.text])).toEqual(
      Array.from({ length: 1_234 }, (_, index) => [index + 1, String(index)]),
    );
  });

  test('a caller that wants no more stops the reading, and the thread serves the next one', async () => {
    const text = 'a;b\n'.repeat(50_000);
    for (let turn = 0; turn < 6; turn++) {
      let count = 0;
      for await (const _ of foreignRows(contentOf(text), CSV)) if (++count > 3) break;
      expect(count).toBe(4);
    }
    expect(await foreignShape(contentOf('a;b\n1;2'), 'a.csv')).toEqual(CSV);
  });

  test('a refusal of the reader arrives as it was said', async () => {
    const broken = all(foreignRows(contentOf(`a;b\n"${'x'.repeat(300_000)}`), CSV));
    await expect(broken).rejects.toMatchObject({ status: 422, code: 'PLANILHA_RECUSADA' });
  });

  test('a failure of the store is not taken for a fault of the content', async () => {
    const gone = new Error('the store is away');
    const open = async () => {
      throw gone;
    };
    await expect(all(foreignRows(open, CSV))).rejects.toBe(gone);
  });

  test('a reading that takes too long is ended and told, and the next one is done', async () => {
    const endless = async () =>
      Readable.from([
        Buffer.from('a;b\n1;2\n'),
        ...Array.from({ length: 400 }, () => Buffer.alloc(65_536, ';\n')),
      ]);
    const limits = { step: 5_000, whole: 50 };
    const late = all(readForeign('sheetRows', CSV, { open: endless, limits }));
    await expect(late).rejects.toBeInstanceOf(ReadingEnded);
    await expect(late).rejects.toMatchObject({ code: 'LEITURA_DEMOROU', message: /planilha/ });
    expect(await all(foreignRows(contentOf('a;b'), CSV))).toHaveLength(1);
  });

  test('a reading that takes too much memory is ended and told, and the next one is done', async () => {
    const small = openPool({ maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 });
    const content = await workbookOfSheets(1_000_000);
    // Near its limit a thread mostly collects garbage.
    const limits = { step: 100_000, whole: 100_000 };
    const source = { open: async () => Readable.from([content]), pool: small, limits };
    const reading = readOne('shape', 'a.xlsx', source);
    await expect(reading).rejects.toBeInstanceOf(ReadingEnded);
    await expect(reading).rejects.toMatchObject({ code: 'LEITURA_MEMORIA' });
    const next = { open: contentOf('a;b\n1;2'), pool: small };
    expect(await readOne('shape', 'a.csv', next)).toEqual(CSV);
    await (await small).destroy();
  });
});

describe('the heap of a thread is large enough', () => {
  const LARGEST: Readonly<Record<string, () => Promise<unknown>>> = {
    'for an invoice of as many lines as there may be': async () => {
      const long = { description: 'Cola '.repeat(24), amount: '10.00' };
      const xml = nfeProc({ lines: Array.from({ length: 990 }, () => long) });
      const read = await foreignNfe(Buffer.from(xml), false);
      return 'note' in read && read.note.lines.length === 990;
    },
    'for the longest page of an e-mail, with large files beside it': async () => {
      const page = '<p>Chegou <b>quebrado</b>, veja a <a href="https://x.com.br/1">foto</a>.</p>'.repeat(
        26_000,
      );
      // Cleaning it takes seconds, and more where other suites run beside this one.
      const patient = { step: 100_000, whole: 100_000 };
      const file = Buffer.alloc(16 * 1024 * 1024, '%PDF')
        .toString('base64')
        .replace(/.{76}/g, '$&\r\n');
      const parts = [
        `Content-Type: text/html; charset=utf-8\r\n\r\n${page}`,
        `Content-Type: application/pdf; name="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}`,
      ];
      const head = 'From: a@b.com.br\r\nSubject: Foto\r\nContent-Type: multipart/mixed; boundary="b"\r\n';
      const read = await foreignMail(
        Buffer.from(`${head}\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`),
        patient,
      );
      return !read.unreadable && read.html.length > 500_000 && read.attachments.length === 1;
    },
    'for a sheet of eight megabytes': async () => {
      const content = Buffer.from(`código;nome\n${'00123;Cola de contato 1 kg\n'.repeat(280_000)}`);
      const read = readOne('sheet', { content, name: 'a.csv', mostRows: 5_000 });
      return read.catch(({ message }: Error) => message.includes('mais de 5.000 linhas'));
    },
  };

  test.each(Object.entries(LARGEST))('%s', async (_, read) => {
    expect(await read()).toBe(true);
  });
});

describe('this process goes on while hostile content is read', () => {
  const mail = (html: string) =>
    Buffer.from(`From: a@b.com.br\r\nTo: c@d.com.br\r\nContent-Type: text/html\r\n\r\n${html}`);
  const HOSTILE: Readonly<Record<string, () => Promise<unknown>>> = {
    'an e-mail of nested lists': () => foreignMail(mail(NESTED)),
    'a reply of nested lists': () => foreignHtml(NESTED),
    'empty lines': () => all(foreignRows(contentOf('\n'.repeat(1_000_000)), CSV)),
    'lines of empty cells': () => all(foreignRows(contentOf(';;;;\n'.repeat(300_000)), CSV)),
    'a list of one object with many keys': () =>
      all(foreignObjects(contentOf(`[{${manyKeys(300_000)}}]`), { format: 'JSON' })),
    'a line with many keys': () =>
      all(foreignObjects(contentOf(`{${manyKeys(300_000)}}\n`), { format: 'NDJSON' })),
    'a table of empty lines': () =>
      readOne('sheet', {
        content: Buffer.from(`a;b\n${'\n'.repeat(500_000)}`),
        name: 'a.csv',
        mostRows: 100,
      }),
  };
  test.each(Object.keys(HOSTILE))('%s', async (name) => {
    expect(await staysFree(HOSTILE[name]?.() ?? Promise.reject())).toBe(true);
  });
});

const manyKeys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');

describe('a list is read element by element', () => {
  const objects = async (text: string, size: number) => {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const open = async () => Readable.from(pieces.map((piece) => Buffer.from(piece)));
    return (await all(objectRows(open, { format: 'JSON' }))).map(({ data }) => data);
  };

  test('any list gives its objects, wherever it is cut', async () => {
    const list = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 });
    const spaces = fc.constantFrom(0, 2);
    await fc.assert(
      fc.asyncProperty(list, fc.integer({ min: 1, max: 9 }), spaces, async (given, size, indent) => {
        const text = JSON.stringify(given, null, indent).replace(/[^ -~\n]/g, '?');
        expect(await objects(text, size)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    '[',
    '[{}',
    '[{},]',
    '[,{}]',
    '[{}]]',
    '[{}] {}',
    '[{} {}]',
    '[{"a":}]',
    '[]x',
    '{}',
    '[{]}',
    '"[]"',
  ])('%s is refused', async (text) => {
    await expect(objects(text, 100)).rejects.toMatchObject({ code: 'PLANILHA_RECUSADA' });
  });
});

describe('deep nesting is flattened before it is parsed', () => {
  test('the text of the deepest elements stays', () => {
    const html = `${'<div>'.repeat(5_000)}fundo${'</div>'.repeat(5_000)}<p>depois</p>`;
    expect(flatHtml(html).length).toBeLessThan(html.length);
    expect(cleanHtml(html)).toContain('fundo');
    expect(cleanHtml(html)).toContain('<p>depois</p>');
  });

  test('elements that their successors end do not nest', () => {
    const rows = '<tr><td>a<td>b'.repeat(2_000);
    const points = '<li>um<li>dois<p>a<p>b'.repeat(40);
    for (const html of [`<table>${rows}</table>`, `<ul>${'<li>ponto'.repeat(2_000)}</ul>`, points])
      expect(flatHtml(html)).toBe(html);
  });

  test('what nests no deeper than people write is left as it is', () => {
    const tag = fc.constantFrom('div', 'p', 'ul', 'li', 'td', 'tr', 'b', 'br', 'script', 'a href="</div>"');
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name.split(' ')[0]}>`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const html = pieces.join('');
        expect(flatHtml(html)).toBe(html);
      }),
    );
  });
});
