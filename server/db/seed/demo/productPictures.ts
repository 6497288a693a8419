import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FAMILIES, type Family, type Shape } from './productData.ts';
import { imageIdOf } from './products.ts';

/** Draws each family in the colour of each brand, as `<idImagem>.svg`: where the image route looks for them. */
export async function drawProducts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    FAMILIES.flatMap((family, familyIndex) =>
      family.brands.map((brand, brandIndex) =>
        writeFile(
          path.join(folder, `${imageIdOf(familyIndex, brandIndex)}.svg`),
          drawing(family, brand, COLOURS[brandIndex] ?? COLOURS[0]),
        ),
      ),
    ),
  );
}

const COLOURS = ['#b5482f', '#2f6f8f', '#3f7d4e', '#8a5a9b'] as const;

/** Outline of the pack in a square of 240, and where its label begins. */
const PACKS: Record<Shape, readonly [outline: string, labelTop: number]> = {
  saco: ['M60 40 Q120 24 180 40 L190 60 L196 206 Q120 222 44 206 L50 60 Z', 92],
  garrafa: [
    'M102 16 H138 V52 Q172 72 172 104 V212 Q172 224 160 224 H80 Q68 224 68 212 V104 Q68 72 102 52 Z',
    116,
  ],
  frasco: [
    'M92 20 H132 V44 H150 Q178 52 178 88 V210 Q178 222 166 222 H74 Q62 222 62 210 V84 Q62 52 92 44 Z',
    104,
  ],
  caixa: ['M44 62 H196 V206 H44 Z M44 62 L62 40 H178 L196 62 Z', 96],
  cartonado: ['M66 62 L92 30 H148 L174 62 V218 H66 Z', 94],
  utilidade: ['M36 76 Q36 56 56 56 H184 Q204 56 204 76 V192 Q204 212 184 212 H56 Q36 212 36 192 Z', 98],
};

function drawing({ name, shape }: Family, brand: string, colour: string): string {
  const [outline, top] = PACKS[shape];
  const lines = [brand, ...wrapped(name)];
  const texts = lines.map(
    (line, index) =>
      `<text x="120" y="${top + 24 + index * 18}" font-size="${index === 0 ? 15 : 13}" font-weight="${index === 0 ? 700 : 400}">${line.replaceAll('&', '&amp;')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">
<rect width="240" height="240" fill="#f3f4f5"/>
<path d="${outline}" fill="${colour}"/>
<rect x="52" y="${top}" width="136" height="${22 + lines.length * 18}" rx="6" fill="#fff"/>
<g font-family="Inter, Arial, sans-serif" fill="#26292c" text-anchor="middle">${texts.join('')}</g>
</svg>
`;
}

/** Lines of at most eighteen characters, three at most. */
function wrapped(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 18) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, 3);
}
