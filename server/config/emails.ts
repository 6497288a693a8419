import { eq, ilike, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { emailRoutes, type OutboxEmail } from '#contract/config/emails.ts';
import type { Input } from '#contract/route.ts';
import { queueMail } from '../adapters/mail/outbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { containing, literally } from '../db/conditions.ts';
import { outboxEmails, people } from '../db/tables/index.ts';
import { notFound, refused } from '../errors.ts';
import { implement } from '../implement.ts';
import { isDemonstration } from '../installationState.ts';
import { issueResetLink } from '../session/account/passwords.ts';
import { countAttempt } from '../session/backoff.ts';
import { audit } from '../writing/audit.ts';
import { command } from '../writing/command.ts';
import { isSearch, simpleList } from './simpleRest.ts';

/** E-mails to people, sent or not; without SMTP an administrator reads them here. */
export const emailImplementation = implement(emailRoutes, {
  async list({ query }, ctx) {
    const opens = await opensLinks(ctx);
    const rows = await simpleList(ctx, query, {
      name: 'emails',
      id: outboxEmails.id,
      sorts: SORTS,
      filters: FILTERS,
      rows: (where, order, { first, size }) =>
        ctx.db
          .select()
          .from(outboxEmails)
          .where(where)
          .orderBy(...order)
          .limit(size)
          .offset(first),
      count: (where) => ctx.db.$count(outboxEmails, where),
    });
    return rows.map((row) => shown(row, opens));
  },
  async get({ params }: Input<typeof emailRoutes.get>, ctx: Context) {
    const [row] = await ctx.db.select().from(outboxEmails).where(eq(outboxEmails.id, params.id));
    if (!row) throw notFound();
    return shown(row, await opensLinks(ctx));
  },
  async openLink({ params }, ctx) {
    const [row] = await ctx.db.select().from(outboxEmails).where(eq(outboxEmails.id, params.id));
    const resetId = row?.passwordResetId;
    if (!resetId || !(await opensLinks(ctx))) throw notFound();
    // No `command`: the link is a secret, which must not be kept with the key of the call.
    const endereco = await ctx.db.transaction(async (tx) => {
      const { publicUrl } = ctx.settings;
      const link = await issueResetLink(tx, { now: ctx.now, publicUrl }, resetId);
      if (!link)
        throw refused(
          'LINK_SEM_VALOR',
          'Este pedido de senha já foi usado, substituído por outro ou cancelado.',
        );
      await audit(tx, ctx, { action: 'ABRIR_LINK', entity: 'outbox_emails', entityId: row.id });
      return link;
    });
    return { data: { endereco } };
  },
  test: command(emailRoutes.test, { prepare: ownAddress, work: sendTest }),
});

async function ownAddress(ctx: Context): Promise<string> {
  if (!ctx.settings.smtp)
    throw refused('SEM_SMTP', 'Este servidor não envia e-mails: falta SMTP_HOST nas variáveis dele.');
  const [person] = await ctx.db
    .select({ email: people.email })
    .from(people)
    .where(eq(people.id, ctx.user.id));
  if (!person?.email)
    throw refused('SEM_EMAIL', 'A sua conta não tem e-mail. Inclua um no seu cadastro, em Pessoas.');
  await countAttempt(ctx, [{ subject: `teste-email:${ctx.user.id}`, free: 5 }]);
  return person.email;
}

async function sendTest(tx: Tx, ctx: Context, _: unknown, to: string) {
  const text = `Este é um teste de ${ctx.user.name}. Se você o lê, os e-mails saem.\n\n${ctx.settings.publicUrl}`;
  await queueMail(tx, { to, subject: 'Teste do envio de e-mails', text }, ctx.now);
  await audit(tx, ctx, { action: 'TESTAR', entity: 'outbox_emails', entityId: to });
  return { data: { message: `Teste a caminho de ${to}. A caixa de saída diz se saiu.` } };
}

/**
 * Nobody may open another person's account from here. Only the demonstration company, which has no mail server and whose
 * users share a known password, uses the outbox as its mailbox (docs/adr/0014).
 */
const opensLinks = async ({ settings, db }: Pick<Context, 'settings' | 'db'>) =>
  settings.demo && !settings.smtp && (await isDemonstration(db));

const SORTS: Record<string, (typeof outboxEmails)[keyof typeof outboxEmails.$inferSelect]> = {
  para: outboxEmails.toAddress,
  assunto: outboxEmails.subject,
  criado: outboxEmails.createdAt,
  enviado: outboxEmails.sentAt,
  tentativas: outboxEmails.attempts,
};

const FILTERS: Record<string, (value: unknown) => SQL | undefined> = {
  para: (value) => (isSearch(value) ? ilike(outboxEmails.toAddress, `%${literally(value)}%`) : undefined),
  q: (value) =>
    isSearch(value)
      ? or(
          ilike(outboxEmails.toAddress, `%${literally(value)}%`),
          sql`fold_text(${outboxEmails.subject}) like ${containing(value)}`,
        )
      : undefined,
  enviado: (value) => flag(value, isNotNull(outboxEmails.sentAt), isNull(outboxEmails.sentAt)),
  comErro: (value) => flag(value, ne(outboxEmails.lastError, ''), eq(outboxEmails.lastError, '')),
};

const flag = (value: unknown, yes: SQL, no: SQL) =>
  typeof value === 'boolean' ? (value ? yes : no) : undefined;

const shown = (row: typeof outboxEmails.$inferSelect, opensLink: boolean): OutboxEmail => ({
  id: row.id,
  para: row.toAddress,
  assunto: row.subject,
  texto: row.bodyText,
  criado: row.createdAt.toISOString(),
  enviado: row.sentAt?.toISOString() ?? null,
  tentativas: row.attempts,
  erro: row.lastError,
  abreLink: opensLink && row.passwordResetId !== null,
});
