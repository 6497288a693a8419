import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { logoGround, logoPicture } from '#server/config/brand/logoPicture.ts';
import { brandFacts, drawBrand, MARGIN, newPdfDocument, type PaperBrand, WIDTH } from '#server/text/paper.ts';
import { printedText } from '#tests/support/printedText.ts';
import { sourceFiles } from '#tests/support/sourceFiles.ts';

const BRAND: PaperBrand = {
  nome: 'Horizonte Manaus',
  razSoc: 'Horizonte Distribuidora Ltda.',
  cnpj: '47283916000160',
  endereco: 'Rua A, 10 · Centro · Manaus/AM',
  cor: '#AA0000',
  picture: null,
};

async function logoFile(name: string, content: Buffer | string) {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'logo-')), name);
  writeFileSync(file, content);
  return { file, size: content.length };
}
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#102030' } });

describe('head of the paper', () => {
  const headed = async (brand: PaperBrand) => {
    const doc = await newPdfDocument({ size: 'A4', margin: MARGIN });
    drawBrand(doc, brand);
    const below = doc.y;
    const { x } = doc;
    doc.end();
    return { words: printedText(await buffer(doc)), below, x };
  };

  it('says name, legal name, document and address, and leaves out what is not known', async () => {
    const { words } = await headed(BRAND);
    for (const part of [
      'Horizonte Manaus',
      'Horizonte Distribuidora Ltda. · CNPJ 47.283.916/0001-60',
      'Rua A, 10',
    ])
      expect(words).toContain(part);
    expect(brandFacts({ ...BRAND, razSoc: '', cnpj: '', endereco: '' })).toEqual([]);
    expect(brandFacts({ ...BRAND, razSoc: BRAND.nome, endereco: '' })).toEqual(['CNPJ 47.283.916/0001-60']);
  });

  it.each([
    ['a banner', 4000, 200],
    ['a tower', 200, 4000],
    ['a dot', 1, 1],
    ['a poster', 3000, 3000],
  ])(
    'grows with a long name and with %s for a logo, and the text goes on below at the margin',
    async (_, w, h) => {
      const picture = await logoPicture(await logoFile('logo.png', await drawn(w, h).png().toBuffer()), null);
      const long = {
        ...BRAND,
        nome: 'Comércio e Distribuição de Alimentos, Bebidas e Utilidades '.repeat(4).trim(),
      };
      const plain = await headed(BRAND);
      const full = await headed({ ...long, picture });
      expect(full.below).toBeGreaterThan(plain.below);
      expect(full.below).toBeLessThan(MARGIN + 160);
      expect([plain.x, full.x]).toEqual([MARGIN, MARGIN]);
      expect(full.words.replace(/\n/g, ' ')).toContain('Utilidades');
      expect(WIDTH).toBeGreaterThan(400);
    },
  );

  it('is on every PDF but the forms that the law draws', () => {
    const legal = [
      'server/callcenter/documents/pdf/boletoPdf.ts',
      'server/callcenter/documents/pdf/danfePdf.ts',
    ];
    const drawing = sourceFiles('server').filter((file) => {
      const text = readFileSync(file, 'utf8');
      return /await newPdfDocument\(/.test(text) && !/\bdrawBrand\(/.test(text);
    });
    expect(drawing.sort()).toEqual(legal);
  });
});

describe('logo', () => {
  it.each([
    [
      'logo.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120"><rect width="240" height="120"/></svg>',
    ],
    ['logo.webp', 'webp'],
    ['logo.jpg', 'jpeg'],
    ['logo.png', 'png'],
  ])('of %s becomes a PNG that fits a head', async (name, given) => {
    const content = given.startsWith('<')
      ? given
      : await drawn(2400, 1200)
          .toFormat(given as 'png')
          .toBuffer();
    const picture = await logoPicture(await logoFile(name, content), null);
    expect(picture).toMatchObject({ width: 284, height: 142 });
    expect(picture?.content.subarray(1, 4).toString()).toBe('PNG');
  });

  it.each([
    ['white strokes', '#ffffff', 'none', '#1F6FEB', '#1F6FEB'],
    ['white strokes of a light brand', '#ffffff', 'none', '#FFE08A', '#1A1F24'],
    ['dark strokes', '#222222', 'none', '#1F6FEB', null],
    ['white strokes on their own ground', '#ffffff', '#aa0000', '#1F6FEB', null],
    ['dark strokes on white', '#222222', '#ffffff', '#1F6FEB', null],
  ])('of %s has the ground that it needs on white paper', async (name, stroke, ground, color, expected) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="${ground}"/><rect x="40" y="30" width="120" height="40" fill="${stroke}"/></svg>`;
    const logo = await logoFile(`${name.replaceAll(' ', '-')}.svg`, svg);
    const found = await logoGround(logo, color);
    expect(found).toBe(expected);
    const picture = await logoPicture(logo, found);
    const corner = await sharp(picture?.content).ensureAlpha().raw().toBuffer();
    if (found) expect([...corner.subarray(0, 3)]).toEqual([...Buffer.from(found.slice(1), 'hex')]);
    expect(picture?.width).toBeLessThanOrEqual(530);
  });

  it('is left out if the file is no picture, and the paper comes without it', async () => {
    expect(await logoPicture(await logoFile('logo.png', 'no picture'), null)).toBeNull();
    expect(await logoPicture({ file: '/nowhere/logo.png', size: 1 }, null)).toBeNull();
  });
});
