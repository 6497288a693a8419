import { openPicture } from '../../adapters/files/receiveUpload.ts';
import { Recent } from '../../recent.ts';
import type { PaperPicture } from '../../text/paper.ts';
import type { CompanyImage } from '../platform/queries.ts';

/** Enough for the 45 × 12 mm of a printed head at 300 dots an inch, and sharp on any screen that shows an e-mail. */
const MOST = { width: 530, height: 142 };

/** A logo is drawn from a vector or a photograph of a poster alike; more pixels than this are no logo. */
const MOST_PIXELS = 50_000_000;

const opened = ({ file }: CompanyImage) =>
  openPicture(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' });

/** The logo as PNG, which paper and mail programs take, on its ground if it needs one; null if the file is no picture. */
export async function logoPicture(logo: CompanyImage, ground: string | null): Promise<PaperPicture | null> {
  try {
    const picture = (await opened(logo)).autoOrient();
    const { width, height } = ground
      ? { width: MOST.width - 2 * MARGIN, height: MOST.height - 2 * MARGIN }
      : MOST;
    const sized = picture.resize({ width, height, fit: 'inside' });
    const drawn = ground
      ? sized
          .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: ground })
          .flatten({ background: ground })
      : sized;
    const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

const MARGIN = 12;

const grounds = new Recent<Promise<boolean>>(100);

/**
 * The colour behind a logo of light strokes on nothing, which nobody would see on white paper: that of the brand, or a dark one
 * if that is light too. Null for a logo that needs none.
 */
export async function logoGround(logo: CompanyImage, color: string): Promise<string | null> {
  const key = `${logo.file} ${logo.size}`;
  const light = grounds.get(key) ?? isLight(logo);
  grounds.set(key, light);
  if (!(await light)) return null;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return brightness(red, green, blue) > LIGHT ? DARK : color;
}

const DARK = '#1A1F24';

/** Of 255: above it, text of that colour cannot be read on white. */
const LIGHT = 190;

const brightness = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/** Whether the picture is transparent around strokes that are nearly all light. */
async function isLight(logo: CompanyImage): Promise<boolean> {
  try {
    const pixels = await (await opened(logo))
      .autoOrient()
      .resize({ width: 96, height: 96, fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
    let [seen, light, clear] = [0, 0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
      if (alpha < 40) clear += 1;
      if (alpha < 128) continue;
      seen += 1;
      if (brightness(red, green, blue) > LIGHT) light += 1;
    }
    return seen > 0 && clear > 0 && light / seen > 0.9;
  } catch {
    return false;
  }
}
