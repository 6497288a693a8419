import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { feedEntries, feedState } from '../db/tables/index.ts';
import { invalid, Refusal } from '../errors.ts';

/** A place in the feed: directly after `position`, whose entry had this mark when it was read. */
export interface Place {
  position: number;
  mark: number;
}

export const cursorText = (epoch: string, { position, mark }: Place): string =>
  `${epoch}.${position.toString(36)}.${mark.toString(36)}`;

const PATTERN = /^([0-9a-f]{8})\.([0-9a-z]{1,10})\.([0-9a-z]{1,7})$/;

/** The place that a cursor names, whichever feed it belongs to. */
export function placeIn(text: string): (Place & { epoch: string }) | null {
  const [, epoch, position, mark] = PATTERN.exec(text) ?? [];
  if (epoch === undefined || position === undefined || mark === undefined) return null;
  return { epoch, position: Number.parseInt(position, 36), mark: Number.parseInt(mark, 36) };
}

export async function feedHead(db: Executor): Promise<{ epoch: string; last: number }> {
  const [row] = await db.select().from(feedState).where(eq(feedState.id, 1));
  if (!row) throw new Error('the feed has no state');
  return row;
}

export async function placeAt(db: Executor, position: number): Promise<Place> {
  if (position === 0) return { position, mark: 0 };
  const [row] = await db
    .select({ position: feedEntries.position, mark: feedEntries.mark })
    .from(feedEntries)
    .where(eq(feedEntries.position, position));
  if (!row) throw new Error(`the feed has no position ${position}`);
  return row;
}

/**
 * Where a reader continues. 410 if this is not the feed that was being read (its database was restored to an earlier state,
 * which assigns positions again) or if the following entries were swept: a reader that continued anyway would miss changes.
 */
export async function readCursor(db: Executor, epoch: string, text: string): Promise<Place> {
  const place = placeIn(text);
  if (!place) throw invalid({ apos: 'Use o "proximo" da chamada anterior, ou "agora".' });
  if (place.epoch !== epoch) throw lost();
  const [row] = await db
    .select({ mark: feedEntries.mark })
    .from(feedEntries)
    .where(eq(feedEntries.position, place.position));
  const stands = place.position === 0 ? (await beginning(db)).position === 0 : row?.mark === place.mark;
  if (!stands) throw lost();
  return { position: place.position, mark: place.mark };
}

/** The place before the oldest change that is kept. */
export async function beginning(db: Executor): Promise<Place> {
  const [oldest] = await db
    .select({ position: feedEntries.position })
    .from(feedEntries)
    .orderBy(asc(feedEntries.position))
    .limit(1);
  return { position: (oldest?.position ?? 1) - 1, mark: 0 };
}

const lost = () =>
  new Refusal(
    410,
    'CURSOR_PERDIDO',
    'Este cursor não vale mais: o banco foi restaurado para antes dele, ou ele é mais antigo do que as mudanças guardadas. Peça apos=agora, leia os cadastros por inteiro e siga desse cursor.',
  );
