import { and, eq, sql } from 'drizzle-orm';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { agendas, customers, serviceRecords } from '../../db/tables/index.ts';
import { conflict, notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { leadingCustomer } from '../../sac/customers/queries.ts';
import { agendaScope } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireCustomer, requireLeading } from '../contacts/queries.ts';
import { lockOrder } from '../orderCore/commands.ts';
import { type Content, settleContent } from './content.ts';
import { pendingOf, type RecordRow } from './queries.ts';
import { moveOperator } from './status.ts';

const REGISTERED = 'Atendimento registrado com sucesso.';

/**
 * Registers a finished conversation: the pending one of this customer if there is one, otherwise one that was not begun here.
 */
export const createRecord = command(serviceRecordRoutes.create, async (tx, ctx, { body }) => {
  const { id: customerId } = await requireLeading({ db: tx, user: ctx.user }, Number(body.cliente_id));
  const pending = await lockPending(tx, ctx);
  const content = await settleContent(tx, ctx, customerId, body);
  const continued = pending?.customerId === customerId ? pending : null;
  const id = continued
    ? await closed(tx, ctx, continued, content)
    : await inserted(tx, ctx, customerId, content);
  return { data: { id, message: REGISTERED } };
});

export const registerRecord = command(serviceRecordRoutes.register, async (tx, ctx, { body }) => {
  const pending = await requirePending(tx, ctx);
  const named = Number(body.cliente_id);
  if (named && (await leadingCustomer(tx, named)) !== pending.customerId) throw notFound();
  await requireCustomer({ db: tx, user: ctx.user }, pending.customerId);
  const content = await settleContent(tx, ctx, pending.customerId, {
    ...body,
    orcamento_id: body.orcamento_id ?? pending.orderId,
  });
  return { data: { id: await closed(tx, ctx, pending, content), message: REGISTERED } };
});

/**
 * Each person has at most one pending conversation; the second of two simultaneous starts is refused and pointed to the
 * first.
 */
export const startRecord = command(serviceRecordRoutes.start, async (tx, ctx, { body }) => {
  const customer = await requireLeading({ db: tx, user: ctx.user }, Number(body.cliente_id));
  const customerId = customer.id;
  const orderId = Number(body.orcamento_id) || null;
  const agendaId = Number(body.agenda_id) || null;
  if (orderId !== null && (await lockOrder(tx, ctx, { id: orderId })).customerId !== customerId)
    throw notFound();
  if (agendaId !== null) await requireAgenda(tx, ctx.user, agendaId, customerId);
  const [row] = await tx
    .insert(serviceRecords)
    .values({
      customerId,
      personId: ctx.user.id,
      orderId,
      agendaId,
      startedAt: ctx.now(),
      createdAt: ctx.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw await alreadyPending(tx, ctx);
  await moveOperator(tx, ctx, 'EM_ATENDIMENTO');
  await logRecord(tx, ctx, row, { action: 'INICIAR', text: 'Atendimento iniciado' });
  return { data: { id: row.id, message: `Atendimento de ${customer.tradeName} iniciado.` } };
});

export const finishRecord = command(serviceRecordRoutes.finish, async (tx, ctx, { body }) => {
  const pending = await requirePending(tx, ctx);
  if (Number(body.motivo_id)) {
    const content = await settleContent(tx, ctx, pending.customerId, {
      motivo_id: Number(body.motivo_id),
      descricao: body.descricao,
    });
    return { data: { id: await closed(tx, ctx, pending, content), message: REGISTERED } };
  }
  const { registrarAtendimentoAoSair } = await serviceParameters(tx, ctx.user.branchIds[0]);
  if (registrarAtendimentoAoSair)
    throw refused('REGISTRO_OBRIGATORIO', 'Registre o atendimento antes de sair: diga ao menos o motivo.');
  const description = plainText(body.descricao ?? '').trim();
  await end(tx, ctx, pending, { description }, 'Atendimento finalizado sem registro', 'FINALIZAR');
  return { data: { id: pending.id, message: 'Atendimento finalizado.' } };
});

async function lockPending(tx: Tx, { user }: Context): Promise<RecordRow | undefined> {
  const [row] = await tx.select().from(serviceRecords).where(pendingOf(user.id)).for('update');
  return row;
}

async function requirePending(tx: Tx, ctx: Context): Promise<RecordRow> {
  const row = await lockPending(tx, ctx);
  if (!row) throw refused('SEM_ATENDIMENTO', 'Você não tem um atendimento em andamento.');
  return row;
}

async function alreadyPending(tx: Tx, { user }: Context) {
  const [row] = await tx
    .select({ id: serviceRecords.id, idCli: customers.id, fant: customers.tradeName })
    .from(serviceRecords)
    .innerJoin(customers, eq(customers.id, serviceRecords.customerId))
    .where(pendingOf(user.id));
  return conflict(
    `Você já tem um atendimento em andamento${row ? ` com ${row.fant}` : ''}. Registre-o antes de iniciar outro.`,
    row,
  );
}

async function inserted(tx: Tx, ctx: Context, customerId: number, content: Content): Promise<number> {
  const [row] = await tx
    .insert(serviceRecords)
    .values({
      ...content.set,
      customerId,
      personId: ctx.user.id,
      startedAt: ctx.now(),
      registeredAt: ctx.now(),
      createdAt: ctx.now(),
    })
    .returning();
  if (!row) throw new Error('no service record was written');
  await logRecord(tx, ctx, row, { action: 'REGISTRAR', text: `Atendimento registrado: ${content.reason}` });
  return row.id;
}

const closed = (tx: Tx, ctx: Context, pending: RecordRow, { set, reason }: Content) =>
  end(
    tx,
    ctx,
    pending,
    { ...set, orderId: set.orderId ?? pending.orderId },
    `Atendimento registrado: ${reason}`,
    'REGISTRAR',
  );

async function end(
  tx: Tx,
  ctx: Context,
  pending: RecordRow,
  set: Partial<RecordRow>,
  text: string,
  action: 'REGISTRAR' | 'FINALIZAR',
): Promise<number> {
  const [row] = await tx
    .update(serviceRecords)
    .set({ ...set, registeredAt: ctx.now(), version: sql`${serviceRecords.version} + 1` })
    .where(eq(serviceRecords.id, pending.id))
    .returning();
  await moveOperator(tx, ctx, 'DISPONIVEL');
  await logRecord(tx, ctx, row ?? pending, { action, text });
  return pending.id;
}

async function logRecord(
  tx: Tx,
  ctx: Context,
  row: RecordRow,
  { action, text }: { action: string; text: string },
) {
  await logCustomer(tx, ctx, { customerId: row.customerId, type: 'ATENDIMENTO', itemId: row.id, text });
  await audit(tx, ctx, {
    action,
    entity: 'service_records',
    entityId: row.id,
    after: {
      cliente: row.customerId,
      orcamento: row.orderId,
      motivo: row.reasonId,
      situacaoOrcamento: row.quoteSituation,
      data_retorno: row.returnAt,
    },
  });
}

/** The contact that is being made; 404 unless it is the customer's, where one is given, and the person may see it. */
export async function requireAgenda(db: Executor, user: Context['user'], id: number, customerId?: number) {
  const [row] = await db
    .select({ customerId: agendas.customerId, kind: agendas.kind, finishedAt: agendas.finishedAt })
    .from(agendas)
    .where(
      and(
        eq(agendas.id, id),
        customerId === undefined ? undefined : eq(agendas.customerId, customerId),
        agendaScope(user),
      ),
    );
  if (!row) throw notFound();
  return row;
}
