import { and, eq, inArray, notLike, type SQL } from 'drizzle-orm';
import { NOTICES_CHANGED, type NoticesChanged, personChannel } from '#contract/realtime.ts';
import { isOwnPage } from '#contract/rules/ownPage.ts';
import type { Tx } from '../db/client.ts';
import { notices, people } from '../db/tables/index.ts';
import { publish } from '../realtime/publish.ts';
import { paragraphsOf } from '../text/cleanHtml.ts';
import { plainText } from '../text/plainText.ts';
import { type AuditContext, auditMany } from './audit.ts';

export interface PersonalNotice {
  /** Plain text; what is longer than the bell shows is cut. */
  titulo: string;
  /** Plain text, a paragraph a line. */
  texto: string;
  /** Path of the page of the record: `/tickets/12`. */
  link?: string | null;
}

const TITLE_LENGTH = 120;
const TEXT_LENGTH = 2_000;

/** Whether a person reads notices: accounts that are closed or belong to another system do not. */
export const receivesNotices: SQL | undefined = and(eq(people.active, true), notLike(people.cpf, '%:%'));

/**
 * Tells people something in the bell of their console, each with a notice of their own that they read by themselves, and at once
 * where the console is open. Accounts that are closed or belong to another system get none. Returns who was told. The audit log
 * keeps who and where, not the text, which may hold what its readers alone may see.
 */
export async function noticeTo(
  tx: Tx,
  ctx: AuditContext,
  personIds: readonly number[],
  { titulo, texto, link = null }: PersonalNotice,
): Promise<number[]> {
  if (personIds.length === 0) return [];
  if (link !== null && !isOwnPage(link)) throw new Error(`a notice leads out of the console: ${link}`);
  const told = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(inArray(people.id, [...new Set(personIds)]), receivesNotices))
    .orderBy(people.id);
  const at = ctx.now();
  const text = { title: cut(plainText(titulo).trim(), TITLE_LENGTH), html: htmlOf(texto) };
  if (told.length === 0) return [];
  const rows = await tx
    .insert(notices)
    .values(
      told.map(({ id }) => ({
        ...text,
        audience: 'PESSOA',
        personId: id,
        link,
        automatic: true,
        authorId: ctx.user?.id ?? null,
        publishedAt: at,
        updatedAt: at,
      })),
    )
    .returning({ id: notices.id, personId: notices.personId });
  await auditMany(
    tx,
    ctx,
    rows.map(({ id, personId }) => ({
      action: 'CRIAR',
      entity: 'notices',
      entityId: id,
      after: { publico: 'PESSOA', pessoa: personId, link },
    })),
  );
  const data: NoticesChanged = { novo: true, link };
  await publish(tx, { channels: told.map(({ id }) => personChannel(id)), event: NOTICES_CHANGED, data, at });
  return told.map(({ id }) => id);
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

const htmlOf = (text: string): string =>
  paragraphsOf(
    cut(plainText(text).trim(), TEXT_LENGTH)
      .split('\n')
      .filter((line) => line.trim() !== ''),
  );
