import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { type FileStore, newFileId } from '#server/adapters/files/fileStore.ts';
import type { files, ticketAttachments } from '../../tables/index.ts';
import type { Company } from './makeCompany.ts';

export interface Photos {
  files: (typeof files.$inferInsert & { id: string })[];
  attachments: (typeof ticketAttachments.$inferInsert)[];
}

const TICKETS = 40;
const MIME = 'image/jpeg';

/** Stores photos of damaged boxes for lines of the newest tickets whose product requires one. */
export async function storePhotos(store: FileStore, { tickets, products }: Company): Promise<Photos> {
  const fragile = new Set(products.filter(({ photoRequired }) => photoRequired).map(({ id }) => id));
  const items = tickets.items
    .filter((item) => item.invoiceItemId && fragile.has(item.productId))
    .slice(-TICKETS);
  const pictures = await Promise.all(COLOURS.map(pictureOf));
  const photos: Photos = { files: [], attachments: [] };
  await Promise.all(
    items.map(async (item, index) => {
      const picture = pictures[index % pictures.length] as Buffer;
      const ticket = tickets.tickets[item.ticketId - 1];
      if (!ticket) return;
      const file = await keep(store, picture);
      const createdAt = ticket.createdAt as Date;
      const id = crypto.randomUUID();
      photos.files.push({
        ...file,
        id,
        name: `foto-item-${item.line}.jpg`,
        mime: MIME,
        ownerId: ticket.creatorId,
        createdAt,
        linkedAt: createdAt,
      });
      photos.attachments.push({ ticketId: ticket.id, fileId: id, itemId: item.id, createdAt });
    }),
  );
  return photos;
}

async function keep(store: FileStore, picture: Buffer) {
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const storedAs = newFileId();
  await store.put(() => Readable.from([picture]), { id: storedAs, size: picture.length, sha256 });
  return { storedAs, size: picture.length, sha256 };
}

/** Box and stain. */
const COLOURS = [
  ['#c79a63', '#5f4a2c'],
  ['#b98a55', '#3c5a78'],
  ['#d3ab78', '#7a2f2f'],
  ['#ad8450', '#4a4a4a'],
] as const;

const pictureOf = ([box, stain]: (typeof COLOURS)[number]): Promise<Buffer> =>
  sharp(Buffer.from(drawing(box, stain)))
    .jpeg({ quality: 72 })
    .toBuffer();

/** A carton on a pallet, torn at one corner and wet below. */
const drawing = (box: string, stain: string): string => `
<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720" viewBox="0 0 960 720">
  <rect width="960" height="720" fill="#d9dde1"/>
  <rect y="560" width="960" height="160" fill="#a9aeb4"/>
  <path d="M180 230 L520 150 L800 220 L800 560 L480 640 L180 560 Z" fill="${box}"/>
  <path d="M180 230 L480 310 L800 220 L520 150 Z" fill="#fff" fill-opacity=".22"/>
  <path d="M480 310 L480 640 L180 560 L180 230 Z" fill="#000" fill-opacity=".1"/>
  <path d="M330 190 L650 270 L690 259 L372 180 Z" fill="#efe3c8" fill-opacity=".8"/>
  <path d="M800 220 L716 244 L742 292 L704 322 L760 352 L800 330 Z" fill="#2d2620"/>
  <ellipse cx="330" cy="560" rx="150" ry="62" fill="${stain}" fill-opacity=".55"/>
  <ellipse cx="420" cy="606" rx="110" ry="34" fill="${stain}" fill-opacity=".4"/>
</svg>`;
