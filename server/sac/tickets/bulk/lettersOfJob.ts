import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { BulkData } from '#contract/sac/tickets/ticketBulk.ts';
import { withdrawMail } from '#server/adapters/mail/outbox.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { amongIds } from '#server/db/conditions.ts';
import { bulkJobs, people, sectors, ticketEvents, tickets } from '#server/db/tables/index.ts';
import type { JobRecord } from '#server/jobs/bulkJob.ts';
import { textAsHtml } from '#server/text/plainText.ts';
import { sendForwarded, sendTaken } from '../change/letters.ts';

type Sending = Pick<Context, 'now' | 'settings'>;

/** What the entries of the job's tickets say about whom to tell. */
const TOLD = { taken: 'retiradoDe', forwarded: 'encaminhadoA' } as const;

/** One letter to each person concerned, however many tickets the job was about. */
export async function sendLetters(tx: Tx, ctx: Sending, job: JobRecord): Promise<void> {
  const [by] = await tx.select({ name: people.name }).from(people).where(eq(people.id, job.personId));
  const author = by?.name ?? '';
  const act = actOfJob(job.id);
  for (const { to, tickets } of await lettersOf(tx, job, TOLD.taken))
    await sendTaken(tx, ctx, { to, by: author, tickets, act });
  const forwarded = await lettersOf(tx, job, TOLD.forwarded);
  if (forwarded.length === 0) return;
  const { setor = 0, mensagem = '' } = job.input.dados as BulkData;
  const [sector] = await tx.select({ name: sectors.name }).from(sectors).where(eq(sectors.id, setor));
  const written = { sector: sector?.name ?? '', html: textAsHtml(mensagem.trim()) };
  for (const { to, tickets } of forwarded)
    if (to.id !== job.personId) await sendForwarded(tx, ctx, { to, by: author, tickets, act, ...written });
}

const actOfJob = (id: string): string => `lote ${id}`;

/** After a job that took another one back: the letters of that one that have not left tell of the rest alone. */
export async function renewLetters(tx: Tx, ctx: Sending, { input, personId }: JobRecord): Promise<void> {
  const { lote = '' } = input.dados as BulkData;
  await renewLettersOf(tx, ctx, lote, personId);
}

/** The letters of a person's own job, written anew if they have not left; those of another's stay as they are. */
export async function renewLettersOf(tx: Tx, ctx: Sending, job: string, personId: number): Promise<void> {
  const [undone] = await tx
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, job), eq(bulkJobs.personId, personId)));
  if (undone && (await withdrawMail(tx, actOfJob(job), ctx.now()))) await sendLetters(tx, ctx, undone);
}

/** The tickets of the job by the active person with an address that their entries name under `key`. */
async function lettersOf(tx: Tx, job: JobRecord, key: (typeof TOLD)[keyof typeof TOLD]) {
  const rows = await tx
    .select({
      id: tickets.id,
      subject: tickets.subject,
      branchId: tickets.branchId,
      person: sql<number>`(${ticketEvents.data} ->> ${key})::int`,
    })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .where(
      and(
        amongIds(ticketEvents.ticketId, job.ids),
        gte(ticketEvents.createdAt, job.createdAt),
        sql`${ticketEvents.data} ->> 'lote' = ${job.id}`,
        sql`${ticketEvents.data} ->> ${key} is not null`,
        sql`${ticketEvents.data} ->> 'desfeito' is null`,
      ),
    )
    .orderBy(asc(tickets.id));
  const ids = [...new Set(rows.map(({ person }) => person))];
  const recipients = ids.length === 0 ? [] : await tx.select().from(people).where(inArray(people.id, ids));
  return recipients
    .filter(({ active, email }) => active && email !== '')
    .map((to) => ({ to, tickets: rows.filter(({ person }) => person === to.id) }));
}
