import { and, eq, sql } from 'drizzle-orm';
import { DRAFT_SENT, type DraftSent, personChannel } from '#contract/realtime.ts';
import { endingOf } from '#contract/rules/drafts.ts';
import type { Context } from '../context.ts';
import { LOCKS, lockUntilCommit } from '../db/advisoryLock.ts';
import type { Executor, Tx } from '../db/client.ts';
import { draftEndings, drafts, people } from '../db/tables/index.ts';
import { invalid, Refusal } from '../errors.ts';
import { publish } from '../realtime/publish.ts';

const SENT_DRAFT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/(\d{1,9}))?$/;

/** Reads the Rascunho header: the draft's id, and the version of it that is sent. Throws 422 for anything else. */
export function sentDraftOf(header: string | string[] | undefined): Context['sentDraft'] {
  if (header === undefined) return null;
  const [, id, version] = SENT_DRAFT.exec(String(header)) ?? [];
  if (!id) throw invalid({ rascunho: 'O cabeçalho Rascunho leva o id do rascunho, ou id/versao.' });
  return { id, version: version === undefined ? null : Number(version) };
}

interface Sending {
  /** The call's method and path, by which contract/rules/drafts.ts knows what the draft becomes. */
  command: string;
  request: unknown;
}

/**
 * Does the work that sends a draft, and ends the draft in the same transaction. A second sending waits for the first one and
 * is then refused with 409 RASCUNHO_ENVIADO, whatever its body, key or person. Without a draft it only does the work.
 */
export async function endDraft<A>(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now'> & Partial<Pick<Context, 'sentDraft'>>,
  { command, request }: Sending,
  work: () => Promise<A>,
): Promise<A> {
  const sent = ctx.sentDraft;
  if (!sent) return work();
  await lockDraft(tx, sent.id);
  await refuseEndedDraft(tx, sent.id);
  const answer = await work();
  const ending = endingOf(command, outcomeOf(request, answer));
  const row = {
    draftId: sent.id,
    personId: ctx.user.id,
    recordId: ending.numero,
    text: ending.texto,
    link: ending.link,
    endedAt: ctx.now(),
  };
  await tx.insert(draftEndings).values(row);
  const owners = await removeSent(tx, sent);
  const data: DraftSent = told({ ...row, name: ctx.user.name });
  await publish(tx, {
    channels: [...new Set([ctx.user.id, ...owners])].map(personChannel),
    event: DRAFT_SENT,
    data,
    at: ctx.now(),
  });
  return answer;
}

/** Throws 409 RASCUNHO_ENVIADO with what the draft became, if it was sent already. */
export async function refuseEndedDraft(tx: Executor, id: string | undefined): Promise<void> {
  if (!id) return;
  const [row] = await tx
    .select({
      draftId: draftEndings.draftId,
      personId: draftEndings.personId,
      recordId: draftEndings.recordId,
      text: draftEndings.text,
      link: draftEndings.link,
      endedAt: draftEndings.endedAt,
      name: people.name,
    })
    .from(draftEndings)
    .innerJoin(people, eq(people.id, draftEndings.personId))
    .where(eq(draftEndings.draftId, id));
  if (!row) return;
  const message = `${row.text}. Este rascunho já foi enviado, e nada foi gravado outra vez.`;
  throw new Refusal(409, 'RASCUNHO_ENVIADO', message, undefined, { enviado: told(row) });
}

/** Held until the transaction ends, so that a draft is neither sent twice at once nor saved while it is being sent. */
export const lockDraft = (tx: Executor, id: string) => lockUntilCommit(tx, LOCKS.drafts, id);

/**
 * Deletes what was sent. Another version of the draft has been written on another page since, or beside it: it is kept as a
 * draft of its own. Returns whose it was.
 */
async function removeSent(tx: Tx, { id, version }: NonNullable<Context['sentDraft']>): Promise<number[]> {
  const isCopy = eq(drafts.draftId, id);
  const isSent = version === null ? isCopy : and(isCopy, eq(drafts.version, version));
  const sent = await tx.delete(drafts).where(isSent).returning({ personId: drafts.personId });
  const newer = { draftId: sql`gen_random_uuid()` };
  const others = await tx.update(drafts).set(newer).where(isCopy).returning({ personId: drafts.personId });
  return [...sent, ...others].map(({ personId }) => personId);
}

const told = (
  row: Omit<typeof draftEndings.$inferSelect, 'endedAt'> & { endedAt: Date; name: string },
): DraftSent => ({
  rascunho: row.draftId,
  numero: row.recordId,
  texto: row.text,
  link: row.link,
  por: { id: row.personId, nome: row.name },
  em: row.endedAt.toISOString(),
});

/** The number of the record in the answer, or of the one in the path. */
function outcomeOf(request: unknown, answer: unknown) {
  const { params = {}, body = {} } = request as {
    params?: Record<string, number | string>;
    body?: Record<string, unknown>;
  };
  const { data } = answer as { data?: { id?: number | string } };
  return { id: data?.id ?? params.id ?? params.idTicket ?? '', params, body };
}
