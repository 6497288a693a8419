import { rename, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { Refusal } from '../../errors.ts';
import type { Extension } from './inspect.ts';

/** A telephone of today makes 50 megapixels; far larger ones are made to exhaust memory. */
const MOST_PIXELS = 64_000_000;
const SECONDS = 30;

// Every picture passes once: keeping decoded ones would only fill the memory.
sharp.cache(false);

/**
 * Writes a picture anew, upright, without EXIF (place, device, owner) or anything hidden behind its end.
 * Refuses a damaged or gigantic one.
 */
export async function cleanPicture(path: string, name: string, extension: Extension): Promise<void> {
  const cleaned = `${path}.clean`;
  const picture = sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .timeout({ seconds: SECONDS });
  try {
    await (extension === '.png' ? picture.png() : picture.jpeg({ quality: 88 })).toFile(cleaned);
  } catch (error) {
    await rm(cleaned, { force: true });
    throw /pixel limit/i.test(String(error)) ? tooLarge(name) : damaged(name);
  }
  await rename(cleaned, path);
}

const tooLarge = (name: string) =>
  new Refusal(
    422,
    'IMAGEM_GRANDE',
    `A imagem "${name}" tem pixels demais (o máximo são ${MOST_PIXELS / 1_000_000} megapixels). Reduza-a e envie outra vez.`,
  );

const damaged = (name: string) =>
  new Refusal(
    422,
    'IMAGEM_DANIFICADA',
    `A imagem "${name}" está danificada e não pôde ser lida. Envie outra.`,
  );
