import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openZip } from '#server/adapters/nfe/zipEntries.ts';
import { type ZippedText, zipOf } from '#tests/support/nfe/zip.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileWith(content: Buffer): Promise<string> {
  const file = path.join(folder, randomBytes(6).toString('hex'));
  await writeFile(file, content);
  return file;
}

async function textsOf(files: ZippedText[], from = 0): Promise<Record<string, string>> {
  const zip = await openZip(await fileWith(zipOf(files)), 'notas.zip');
  const texts: Record<string, string> = {};
  for await (const entry of zip.entries(from)) {
    const parts: Buffer[] = [];
    try {
      for await (const part of await entry.open()) parts.push(part);
      texts[entry.name] = Buffer.concat(parts).toString();
    } catch (error) {
      texts[entry.name] = (error as { code: string }).code;
    }
  }
  zip.close();
  return texts;
}

describe('ZIP of invoices', () => {
  const files = [
    { name: '2026/05/a.xml', content: '<a/>' },
    { name: '2026/05/danfe.pdf', content: 'x' },
    { name: '__MACOSX/._a.xml', content: 'x' },
    { name: 'B.XML', content: '<b/>' },
  ];

  it('yields its XML files, and resumes at a given position', async () => {
    expect(await textsOf(files)).toEqual({ '2026/05/a.xml': '<a/>', 'B.XML': '<b/>' });
    expect(await textsOf(files, 1)).toEqual({ 'B.XML': '<b/>' });
    const zip = await openZip(await fileWith(zipOf(files)), 'notas.zip');
    expect(zip).toMatchObject({ count: 2 });
    zip.close();
  });

  it('reports a nested archive, and an archive without any invoice', async () => {
    const within = { name: '2026/abril.zip', content: zipOf(files) };
    expect(await textsOf([within, ...files])).toEqual({
      '2026/abril.zip': 'ZIP_DENTRO_DE_ZIP',
      '2026/05/a.xml': '<a/>',
      'B.XML': '<b/>',
    });
    expect(await textsOf([within, ...files], 1)).toEqual({ '2026/05/a.xml': '<a/>', 'B.XML': '<b/>' });
    const empty = zipOf(files.filter(({ name }) => !/^\w.*xml$/i.test(name)));
    await expect(openZip(await fileWith(empty), 'fotos.zip')).rejects.toMatchObject({
      code: 'ZIP_SEM_XML',
      message: 'O ZIP "fotos.zip" não traz nenhum XML.',
    });
  });

  it('rejects a bomb, whether or not it states its true size', async () => {
    const blanks = Buffer.alloc(30_000_000, ' ');
    expect(
      await textsOf([
        { name: 'honest.xml', content: blanks },
        { name: 'lying.xml', content: blanks, saidSize: 20_000 },
        { name: 'dense.xml', content: Buffer.alloc(3_000_000, ' ') },
        { name: 'good.xml', content: '<a/>' },
      ]),
    ).toEqual({
      'honest.xml': 'XML_GRANDE',
      'lying.xml': 'ZIP_DANIFICADO',
      'dense.xml': 'XML_GRANDE',
      'good.xml': '<a/>',
    });
  });

  it('rejects a file that is not a ZIP, or is cut off', async () => {
    const whole = zipOf(files);
    for (const content of [Buffer.from('<a/>'), whole.subarray(0, whole.length - 30), Buffer.alloc(0)])
      await expect(openZip(await fileWith(content), 'x.zip')).rejects.toMatchObject({
        code: 'ZIP_DANIFICADO',
        message: expect.stringContaining('"x.zip"'),
      });
  });
});
