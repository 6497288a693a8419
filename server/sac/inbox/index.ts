import { buffer } from 'node:stream/consumers';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { ReceivedEmail, receivedEmailRoutes } from '#contract/config/emails.ts';
import type { Input } from '#contract/route.ts';
import { isSearch, simpleList } from '../../config/simpleRest.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds, containing } from '../../db/conditions.ts';
import { branches, customers, files, people, receivedEmails } from '../../db/tables/index.ts';
import { notFound, refused, ShownRecord } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { isAttendant } from '../../session/attendants.ts';
import { branchScope, customerScope } from '../../session/scope.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { lockTicket } from '../tickets/commands.ts';
import { leadingTicket } from '../tickets/queries.ts';
import { foreignMail } from './foreignMail.ts';
import { enterTicket, openFromMail, recordTicket, type TicketEntry } from './intoTicket.ts';
import type { ReadMail } from './readMail.ts';
import { customersByAddress } from './senders.ts';

type Row = typeof receivedEmails.$inferSelect;

/** Received e-mails, and the decisions about those that are waiting for one. */
export const receivedEmailImplementation = implement(receivedEmailRoutes, {
  list: ({ query }, ctx) =>
    simpleList(ctx, query, {
      name: 'emails-recebidos',
      id: receivedEmails.id,
      sorts: {
        recebido: receivedEmails.receivedAt,
        de: receivedEmails.fromAddress,
        assunto: receivedEmails.subject,
      },
      filters: FILTERS,
      scope: scopeOf(ctx),
      rows: (where, order, { first, size }) => shown(ctx, where, { order, first, size }),
      count: (where) => ctx.db.$count(receivedEmails, where),
    }),
  async get({ params }, ctx) {
    const [email] = await shown(ctx, and(eq(receivedEmails.id, params.id), scopeOf(ctx)));
    if (!email) throw notFound();
    return email;
  },
  original: downloadOriginal,
  assign: command(receivedEmailRoutes.assign, (tx, ctx, input) =>
    decide(tx, ctx, input, 'VINCULAR', async (row) => {
      const ticket = await lockTicket(tx, ctx.user, await leadingTicket(tx, input.body.idTicket));
      return {
        entered: await enterTicket(tx, ctx, await wholeMail(tx, ctx, row), ticket),
        said: 'E-mail levado ao ticket',
      };
    }),
  ),
  open: command(receivedEmailRoutes.open, (tx, ctx, input) =>
    decide(tx, ctx, input, 'CRIAR', async (row) => {
      const { versao: _, ...requested } = input.body;
      return {
        entered: await openFromMail(tx, ctx, ctx.user, await wholeMail(tx, ctx, row), requested),
        said: 'E-mail aberto como ticket',
      };
    }),
  ),
  discard: command(receivedEmailRoutes.discard, (tx, ctx, input) =>
    decide(tx, ctx, input, 'DESCARTAR', async () => null),
  ),
});

async function downloadOriginal(
  { params }: Input<typeof receivedEmailRoutes.original>,
  ctx: Context,
): Promise<FileAnswer> {
  const [found] = await ctx.db
    .select({ storedAs: files.storedAs, size: files.size, de: receivedEmails.fromAddress })
    .from(receivedEmails)
    .innerJoin(files, eq(files.id, receivedEmails.fileId))
    .where(and(eq(receivedEmails.id, params.id), scopeOf(ctx)));
  if (!found) throw notFound();
  await ctx.db.transaction((tx) =>
    audit(tx, ctx, {
      action: 'BAIXAR',
      entity: 'received_emails',
      entityId: params.id,
      after: { de: found.de },
    }),
  );
  return {
    content: await ctx.files.get(found.storedAs),
    name: `e-mail ${params.id}.eml`,
    mime: 'message/rfc822',
    size: found.size,
  };
}

/** If two users decide about the same e-mail, the second sees what the first did; a refused decision leaves no trace. */
async function decide(
  tx: Tx,
  ctx: Context,
  { params: { id }, body: { versao } }: Input<typeof receivedEmailRoutes.discard>,
  action: string,
  work: (row: Row) => Promise<{ entered: TicketEntry; said: string } | null>,
) {
  const [row] = await tx
    .select()
    .from(receivedEmails)
    .where(and(eq(receivedEmails.id, id), scopeOf(ctx)))
    .for('update');
  if (!row) throw notFound();
  await requireVersion(tx, versao, {
    entity: 'received_emails',
    entityId: id,
    version: row.version,
    name: 'este e-mail',
    state: async () => {
      const [email] = await shown({ ...ctx, db: tx as unknown as Context['db'] }, eq(receivedEmails.id, id));
      return new ShownRecord(email ?? {}, ReceivedEmail);
    },
  });
  if (row.state === 'NO_TICKET')
    throw refused('JA_NO_TICKET', `Este e-mail já está no ticket ${row.ticketId}.`);
  const done = await work(row);
  const decided = { decidedById: ctx.user.id, decidedAt: ctx.now(), version: row.version + 1 };
  if (done) await recordTicket(tx, id, done.entered, decided);
  else
    await tx
      .update(receivedEmails)
      .set({ state: 'DESCARTADO', ...decided })
      .where(eq(receivedEmails.id, id));
  await audit(tx, ctx, {
    action,
    entity: 'received_emails',
    entityId: id,
    before: { situacao: row.state, motivo: row.reason, de: row.fromAddress },
    after: done ? { ticket: done.entered.ticketId } : { situacao: 'DESCARTADO' },
  });
  const message = done ? `${done.said} ${done.entered.ticketId}.` : 'E-mail descartado.';
  return { data: { id: done?.entered.ticketId ?? id, message } };
}

/**
 * The complete e-mail with its attachments, which are stored only there; once the original is gone, what was read from it.
 */
async function wholeMail(tx: Tx, ctx: Context, row: Row): Promise<ReadMail> {
  const [file] = row.fileId ? await tx.select().from(files).where(eq(files.id, row.fileId)) : [];
  if (file) return foreignMail(await buffer(await ctx.files.get(file.storedAs)));
  const from = { address: row.fromAddress, name: row.fromName };
  return {
    messageId: row.messageId,
    contentHash: row.contentHash,
    from,
    writers: [],
    to: row.toAddresses,
    subject: row.subject,
    answers: [],
    html: row.html,
    quotedHtml: row.quotedHtml,
    attachments: [],
    header: () => '',
    headers: () => [],
    contentType: '',
    answersInvitation: false,
    unreadable: false,
  };
}

/**
 * E-mails of the person's branches; those sent to no particular branch are for users who see all branches. External users see
 * none.
 */
function scopeOf({ user }: Pick<Context, 'user'>): SQL | undefined {
  return isAttendant(user) ? branchScope(user, receivedEmails.branchId) : sql`false`;
}

const FILTERS: Record<string, (value: unknown) => SQL | undefined> = {
  situacao: (value) => (typeof value === 'string' ? sql`${receivedEmails.state} = ${value}` : undefined),
  motivo: (value) => (typeof value === 'string' ? eq(receivedEmails.reason, value) : undefined),
  q: (value) =>
    isSearch(value)
      ? or(
          sql`fold_text(${receivedEmails.subject}) like ${containing(value)}`,
          sql`fold_text(${receivedEmails.fromAddress} || ' ' || ${receivedEmails.fromName}) like ${containing(value)}`,
        )
      : undefined,
};

async function shown(
  ctx: Pick<Context, 'db' | 'user'>,
  where: SQL | undefined,
  { order = [], first = 0, size = 1 }: { order?: SQL[]; first?: number; size?: number } = {},
): Promise<ReceivedEmail[]> {
  const rows = await ctx.db
    .select({ email: receivedEmails, branch: branches.tradeName, person: people.name })
    .from(receivedEmails)
    .leftJoin(branches, eq(branches.id, receivedEmails.branchId))
    .leftJoin(people, eq(people.id, receivedEmails.decidedById))
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(first);
  const byAddress = await customersByAddress(
    ctx.db,
    rows.map(({ email }) => email.fromAddress),
  );
  const ids = [...new Set([...byAddress.values()].flat())].slice(0, MAX_CUSTOMERS);
  const seen = await ctx.db
    .select({ id: customers.id, nome: customers.tradeName })
    .from(customers)
    .where(and(amongIds(customers.id, ids), customerScope(ctx.user)));
  return rows.map(({ email, branch, person }) => ({
    id: email.id,
    situacao: email.state,
    motivo: email.reason,
    detalhe: email.detail,
    de: email.fromAddress,
    nome: email.fromName,
    para: email.toAddresses,
    assunto: email.subject,
    texto: email.html,
    citado: email.quotedHtml,
    anexos: email.attachments,
    deixados: email.leftOut,
    original: email.fileId !== null,
    recebido: email.receivedAt.toISOString(),
    ticket: email.ticketId,
    filial: branch,
    decididoPor: person,
    decidido: email.decidedAt?.toISOString() ?? null,
    clientes: seen.filter(({ id }) => byAddress.get(email.fromAddress)?.includes(id)),
    versao: email.version,
  }));
}
const MAX_CUSTOMERS = 200;
