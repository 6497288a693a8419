import { openPicture } from '../../adapters/files/receiveUpload.ts';
import type { PaperPicture } from '../../text/paper.ts';
import type { CompanyImage } from '../platform/queries.ts';

/** Enough for the 45 × 12 mm of a printed head at 300 dots an inch, and sharp on any screen that shows an e-mail. */
const MOST = { width: 530, height: 142 };

/** A logo is drawn from a vector or a photograph of a poster alike; more pixels than this are no logo. */
const MOST_PIXELS = 50_000_000;

/** The logo as PNG, which paper and mail programs take; null if the file is no picture. */
export async function logoPicture(logo: CompanyImage): Promise<PaperPicture | null> {
  try {
    const picture = await openPicture(logo.file, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { data, info } = await picture
      .autoOrient()
      .resize({ ...MOST, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
