import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { type WebhookInput, webhookRoutes } from '#contract/config/webhooks.ts';
import { standardType } from '#contract/records/index.ts';
import { isFeedSubject } from '#contract/records/routes/feed.ts';
import { isPrivate, type NetworkAccess } from '../adapters/outgoing.ts';
import { isSearch, simpleList, wrote } from '../config/simpleRest.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { containing } from '../db/conditions.ts';
import { branches, serviceKeys, webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { invalid, notFound } from '../errors.ts';
import { feedHead, placeAt } from '../feed/cursor.ts';
import { numberChanges } from '../feed/sequencer.ts';
import { implement } from '../implement.ts';
import { signalFeed } from '../realtime/signal.ts';
import { customType } from '../records/custom/queries.ts';
import { requirePersonal, seesPersonal } from '../session/personalData.ts';
import { newWebhookSecret } from '../session/signedMessages.ts';
import { plainText } from '../text/plainText.ts';
import { audit } from '../writing/audit.ts';
import { command } from '../writing/command.ts';
import { stillPermitted } from './deliveries.ts';
import { deliveredType, oneWebhook, requireEveryBranch, requireReading, selectWebhooks } from './queries.ts';
import { deleteDeliveries } from './switchOff.ts';
import { webhookRow } from './webhookRow.ts';

type Row = typeof webhooks.$inferSelect;

/** How long the secret before the last rotation still signs as well. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * The webhooks, which notify other systems of changes: they are created, tested and removed here, and served by worker.ts.
 */
export const webhookImplementation = implement(webhookRoutes, {
  async list({ query }, ctx) {
    requireEveryBranch(ctx);
    return simpleList(ctx, query, {
      name: 'webhooks',
      id: webhooks.id,
      sorts: { nome: sql`${webhooks.name} collate pt_br` },
      filters: {
        q: (value) =>
          isSearch(value)
            ? sql`fold_text(${webhooks.name} || ' ' || ${webhooks.url}) like ${containing(value)}`
            : undefined,
        ativo: (value) => eq(webhooks.active, value === true || value === 'true'),
      },
      rows: (where, order, { first, size }) => selectWebhooks(ctx, where, { order, first, size }),
      count: (where) => ctx.db.$count(webhooks, where),
    });
  },
  async get({ params }, ctx) {
    requireEveryBranch(ctx);
    return oneWebhook(ctx, params.id);
  },
  // No `command`, like the other calls that answer a secret: it would keep the secret with the key of the call.
  async create({ body }, ctx) {
    requireEveryBranch(ctx);
    // A webhook is notified of changes from now on: everything committed so far is before its position.
    await numberChanges(ctx.db);
    return ctx.db.transaction(async (tx) => {
      const values = await checked(tx, ctx, body);
      const secret = newWebhookSecret();
      const place = await placeAt(tx, (await feedHead(tx)).last);
      const set = { ...values, ...place, secret, createdById: ctx.user.id };
      const { id } = await webhookRow.create(tx, ctx, { body, set });
      return withSecret(id, secret, 'Webhook criado. Copie o segredo agora: ele não é mostrado de novo.');
    });
  },
  update: ({ params, body }, ctx) =>
    changed(ctx, params.id, body.versao, async (tx, before) => {
      // Whoever sees personal data masked must not lead it elsewhere.
      if (before.personalData) requirePersonal(ctx.user);
      const values = await checked(tx, ctx, body, before);
      const moved = values.url !== before.url;
      // Waiting deliveries go to the new address as well: users must not send elsewhere what they may not read.
      if (moved) await requireReading(tx, ctx, [...before.types, ...(await waitingTypes(tx, before.id))]);
      await webhookRow.change(tx, ctx, before, {
        body,
        set: { ...values, ...(moved && RESET_HEALTH) },
        parts: async () => {
          await giveUp(tx, before, values);
          if (moved) await restartWaiting(tx, before.id);
        },
      });
      return wrote(before.id, 'Webhook salvo.');
    }),
  rotate: ({ params, body }, ctx) =>
    changed(ctx, params.id, body.versao, async (tx, before) => {
      await requireTypes(tx, ctx, before.types);
      if (before.personalData) requirePersonal(ctx.user);
      const secret = newWebhookSecret();
      const previousUntil = new Date(ctx.now().getTime() + OVERLAP_MS);
      await webhookRow.change(tx, ctx, before, {
        action: 'TROCAR',
        body,
        set: { secret, previousSecret: before.secret, previousUntil },
      });
      return withSecret(
        before.id,
        secret,
        'Segredo trocado. O anterior ainda assina por um dia. Copie agora: ele não é mostrado de novo.',
      );
    }),
  toggle: ({ params, body }, ctx) =>
    changed(ctx, params.id, body.versao, async (tx, before) => {
      const { ativo } = body;
      if (ativo) await requireTypes(tx, ctx, before.types);
      if (before.active !== ativo)
        await webhookRow.change(tx, ctx, before, {
          action: ativo ? 'REATIVAR' : 'DESATIVAR',
          body,
          set: { offReason: '', ...RESET_HEALTH },
        });
      if (ativo && !before.active) await restartWaiting(tx, before.id);
      return wrote(before.id, ativo ? 'Webhook ligado: continua de onde parou.' : 'Webhook desligado.');
    }),
  test: command(webhookRoutes.test, async (tx, ctx, { params }) => {
    requireEveryBranch(ctx);
    const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, params.id));
    if (!row) throw notFound();
    const event = 'teste';
    const timestamp = ctx.now().toISOString();
    const messageId = `msg_${row.id}_teste_${randomUUID()}`;
    await tx.insert(webhookDeliveries).values({
      webhookId: row.id,
      messageId,
      event,
      test: true,
      body: JSON.stringify({ type: event, timestamp, data: { mensagem: 'Aviso de teste do Balcão.' } }),
    });
    await audit(tx, ctx, {
      action: 'TESTAR',
      entity: 'webhooks',
      entityId: row.id,
      after: { mensagem: messageId },
    });
    await signalFeed(tx, 'due');
    return wrote(row.id, 'Teste enviado. A resposta aparece nas entregas.');
  }),
  /**
   * No `command`: it deletes the deliveries first, in batches of their own, since a busy address has many. The webhook is off meanwhile and creates none.
   */
  async remove({ params }, ctx) {
    requireEveryBranch(ctx);
    const { id } = params;
    await ctx.db.transaction(async (tx) => {
      const row = await webhookRow.lock(tx, ctx, { id });
      const offReason = 'A exclusão começou e não terminou: exclua de novo.';
      if (row.active)
        await webhookRow.change(tx, ctx, row, { action: 'DESATIVAR', set: { active: false, offReason } });
    });
    await deleteDeliveries(ctx.db, eq(webhookDeliveries.webhookId, id));
    return ctx.db.transaction(async (tx) => {
      await webhookRow.remove(tx, ctx, await webhookRow.lock(tx, ctx, { id }));
      return wrote(id, 'Webhook excluído.');
    });
  },
});

/** Two of the four calls answer a secret, which no `command` may keep; one way serves all. */
async function changed<A>(
  ctx: Context,
  id: number,
  versao: number,
  work: (tx: Tx, before: Row) => Promise<A>,
): Promise<A> {
  requireEveryBranch(ctx);
  return ctx.db.transaction(async (tx) => work(tx, await webhookRow.lock(tx, ctx, { id, versao })));
}

/** For an address about which nothing is known yet. */
const RESET_HEALTH = { failures: 0, failingSince: null, restingUntil: null };

const waitingAt = (id: number) =>
  and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, 'PENDENTE'));

/** Gives the waiting deliveries all their time for attempts again, with the first one now. */
async function restartWaiting(tx: Tx, id: number) {
  await tx
    .update(webhookDeliveries)
    .set({ startedAt: sql`now()`, nextAttemptAt: sql`now()` })
    .where(waitingAt(id));
  await signalFeed(tx, 'due');
}

/** Gives up the deliveries that were created for the previous settings and no longer go to the address. */
async function giveUp(
  tx: Tx,
  { id, branchIds }: Row,
  now: Pick<Row, 'types' | 'branchIds' | 'personalData'>,
) {
  const waiting = and(waitingAt(id), eq(webhookDeliveries.test, false));
  const give = (lastAnswer: string, which: SQL) =>
    tx.update(webhookDeliveries).set({ state: 'DESISTIU', lastAnswer }).where(and(waiting, which));
  await give('O webhook deixou de avisar este tipo.', notInArray(deliveredType, now.types));
  if (coversAll(now.branchIds, branchIds)) return;
  const rows = await tx.select().from(webhookDeliveries).where(waiting);
  const permitted = await stillPermitted(tx, now, rows);
  const others = rows.flatMap((row) => (permitted.has(row.id) ? [] : [row.id]));
  for (let from = 0; from < others.length; from += BATCH_SIZE)
    await give(
      'O webhook deixou de avisar desta filial.',
      inArray(webhookDeliveries.id, others.slice(from, from + BATCH_SIZE)),
    );
}

const BATCH_SIZE = 5_000;

/** An empty list means all branches. */
const coversAll = (branchIds: readonly number[], before: readonly number[]): boolean =>
  branchIds.length === 0 || (before.length > 0 && before.every((id) => branchIds.includes(id)));

async function waitingTypes(tx: Tx, id: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ type: deliveredType })
    .from(webhookDeliveries)
    .where(and(waitingAt(id), eq(webhookDeliveries.test, false)));
  return rows.map(({ type }) => type);
}

async function requireTypes(tx: Tx, ctx: Context, types: readonly string[]) {
  for (const type of types)
    if (!isFeedSubject(type) && !standardType(type) && !(await customType(tx, type)))
      throw invalid({ tipos: `Não há o tipo "${type}".` });
  await requireReading(tx, ctx, types);
}

async function checked(tx: Tx, ctx: Context, body: WebhookInput, before?: Row) {
  const name = plainText(body.nome).trim();
  const problem = addressProblem(body.url, ctx.settings);
  if (problem) throw invalid({ url: problem });
  const personalData = body.dadosPessoais ?? before?.personalData ?? seesPersonal(ctx.user);
  if (personalData) requirePersonal(ctx.user);
  await requireTypes(tx, ctx, body.tipos);
  const foundCount = await tx.$count(branches, inArray(branches.id, [...body.filiais]));
  if (foundCount < body.filiais.length) throw invalid({ filiais: 'Esta filial não existe.' });
  if (body.semChave !== null && (await tx.$count(serviceKeys, eq(serviceKeys.id, body.semChave))) === 0)
    throw invalid({ semChave: 'Esta chave não existe.' });
  return {
    name,
    url: new URL(body.url).href,
    types: [...body.tipos],
    branchIds: [...body.filiais],
    withoutKeyId: body.semChave,
    personalData,
  };
}

const withSecret = (id: number, segredo: string, message: string) => ({ id, data: { id, message, segredo } });

/**
 * The reason why an address cannot be used for a webhook; `null` if it can. What a name resolves to is checked at each
 * connection (adapters/outgoing.ts); only the text is checked here.
 */
function addressProblem(text: string, { privateHosts }: NetworkAccess): string | null {
  if (!URL.canParse(text)) return 'Informe um endereço completo, como https://erp.suaempresa.com.br/avisos.';
  const { protocol, hostname, username, password } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const own = privateHosts.includes(host);
  if (username || password) return 'O endereço não leva usuário nem senha: cada aviso já vai assinado.';
  if (!own && ((isIP(host) && isPrivate(host)) || host === 'localhost'))
    return 'Este endereço é da rede interna. Quem instala o Balcão o permite em PRIVATE_HOSTS.';
  if (protocol === 'https:' || (protocol === 'http:' && own)) return null;
  return 'O endereço deve começar com https://.';
}
