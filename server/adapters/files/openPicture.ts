import type { Sharp, SharpInput, SharpOptions } from 'sharp';

/**
 * Opens a picture that is to be re-encoded. The native library is loaded with the first picture, so that startup does not
 * wait for it.
 */
export async function openPicture(picture: SharpInput, options?: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Each picture is processed once, so caching decoded ones would only fill the memory.
  sharp.cache(false);
  return sharp(picture, options);
}
