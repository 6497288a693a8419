import type { Sharp, SharpInput, SharpOptions } from 'sharp';

/** A picture to be written anew. The library, native code, is only loaded with the first one: no start waits for it. */
export async function openPicture(picture: SharpInput, options?: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Every picture passes once: keeping decoded ones would only fill the memory.
  sharp.cache(false);
  return sharp(picture, options);
}
