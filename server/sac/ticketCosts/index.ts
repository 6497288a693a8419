import { and, eq } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import {
  type CostInput,
  costKind,
  costProblems,
  ticketCostRoutes,
} from '#contract/sac/tickets/ticketCosts.ts';
import { queueMail } from '../../adapters/mail/outbox.ts';
import { senderBrand } from '../../config/brand/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { carriers, customers, representatives, ticketCosts } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { changeTicket, lockTicket, type TicketRecord } from '../tickets/commands.ts';
import { requireVisibleTicket } from '../tickets/queries.ts';
import { type CostRow, costOf, costsOf, payerOf, shownCost, ticketOf } from './queries.ts';

/** More costs than this on one ticket are a mistake. */
const MAX_COSTS = 100;

const addCost = command(ticketCostRoutes.create, async (tx, ctx, { params, body }) => {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket);
  const input = plainTexts(body);
  const problems = costProblems(input);
  if (problems.length > 0) throw invalid(textsOf(problems));
  const payer = await knownPayer(tx, input);
  if ((await tx.$count(ticketCosts, eq(ticketCosts.ticketId, ticket.id))) >= MAX_COSTS)
    throw refused('CUSTOS_DEMAIS', `Um ticket tem no máximo ${MAX_COSTS} custos.`);
  const description = (input.descricao ?? '').trim();
  const [cost] = await tx
    .insert(ticketCosts)
    .values({
      ticketId: ticket.id,
      kind: input.tipo,
      description,
      amount: input.valor,
      ...payer.columns,
      createdBy: ctx.user.id,
      createdAt: ctx.now(),
    })
    .returning({ id: ticketCosts.id });
  const money = formatMoney(input.valor, 2);
  await changeTicket(tx, ctx, ticket, {
    event: {
      type: 'CUSTO',
      note: `${rowOf(costKind, input.tipo).label}: ${money}, paga ${payer.name}.`,
      internal: true,
      data: { custo: cost?.id },
    },
    audit: {
      action: 'INCLUIR_CUSTO',
      after: {
        custo: cost?.id,
        tipo: input.tipo,
        valor: input.valor,
        descricao: description,
        paga: payer.name,
      },
    },
  });
  return { data: { id: cost?.id, message: `Custo de ${money} incluído.` } };
});

/** The party that is asked to pay; refused if it does not exist or is no longer active. */
async function knownPayer(tx: Tx, { responsavel, responsavel_id }: CostInput) {
  if (responsavel === 'EMPRESA') return { name: 'a empresa', columns: {} };
  const id = responsavel_id ?? 0;
  const name =
    responsavel === 'TRANSPORTADORA' ? await carrierName(tx, id) : await representativeName(tx, id);
  if (name === null)
    throw invalid({ responsavel_id: 'Quem foi escolhido não está mais no cadastro. Escolha de novo.' });
  return {
    name,
    columns: responsavel === 'TRANSPORTADORA' ? { carrierId: id } : { representativeId: id },
  };
}

async function carrierName(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx
    .select({ name: carriers.legalName })
    .from(carriers)
    .where(and(eq(carriers.id, id), eq(carriers.active, true)));
  return row?.name ?? null;
}

async function representativeName(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx
    .select({ name: representatives.name })
    .from(representatives)
    .where(and(eq(representatives.id, id), eq(representatives.active, true)));
  return row?.name ?? null;
}

/** E-mails the carrier or representative a request for payment. A second e-mail is sent only if the user confirms it. */
const emailCost = command(ticketCostRoutes.sendEmail, async (tx, ctx, { params, body }) => {
  const ticketId = await ticketOf(tx, params.idCusto);
  if (ticketId === null) throw notFound();
  const ticket = await lockTicket(tx, ctx.user, ticketId);
  const row = await costOf(tx, ticketId, params.idCusto);
  if (!row) throw notFound();
  const payer = payerOf(row);
  if (!payer.email) throw nobodyToAsk(payer.tipo, payer.nome);
  if (row.cost.emailedAt && !body.reenviar) throw sentBefore(row.cost.emailedAt, payer.nome);
  await queueMail(tx, { to: payer.email, ...(await wording(tx, ctx, ticket, row)) }, ctx.now);
  await tx
    .update(ticketCosts)
    .set({ emailedAt: ctx.now(), version: row.cost.version + 1 })
    .where(eq(ticketCosts.id, row.cost.id));
  const money = formatMoney(row.cost.amount, 2);
  await changeTicket(tx, ctx, ticket, {
    event: {
      type: 'CUSTO',
      note: `Cobrança de ${money} enviada a ${payer.nome} (${payer.email}).`,
      internal: true,
      data: { custo: row.cost.id },
    },
    audit: {
      action: 'COBRAR_CUSTO',
      after: { custo: row.cost.id, valor: row.cost.amount, para: payer.email },
    },
  });
  return { data: { id: row.cost.id, message: `Cobrança de ${money} enviada a ${payer.nome}.` } };
});

const nobodyToAsk = (type: string, name: string) =>
  type === 'EMPRESA'
    ? refused('SEM_RESPONSAVEL', 'Este custo é da própria empresa: não há a quem cobrar.')
    : refused('SEM_EMAIL', `${name} não tem e-mail no cadastro. Inclua um e envie a cobrança de novo.`);

const sentBefore = (at: Date, name: string) =>
  refused(
    'JA_ENVIADO',
    `A cobrança já foi enviada a ${name} em ${formatDateTime(at.toISOString(), DEFAULT_TIME_ZONE)}. Confirme para enviar outra vez.`,
  );

/** External recipients read what the cost is for, and nothing else about the ticket. */
async function wording(tx: Tx, { settings }: Pick<Context, 'settings'>, ticket: TicketRecord, row: CostRow) {
  const { kind, amount, description } = row.cost;
  const [customer] = await tx
    .select({ name: customers.legalName })
    .from(customers)
    .where(eq(customers.id, ticket.customerId));
  const { nome } = await senderBrand({ db: tx, settings }, ticket.branchId);
  const label = rowOf(costKind, kind).label;
  const money = formatMoney(amount, 2).replace(/\u00a0/g, ' ');
  return {
    envelope: { branchId: ticket.branchId },
    subject: `Cobrança do ticket ${ticket.id}: ${label}, ${money}`,
    text: [
      `Olá, ${payerOf(row).nome}.`,
      `No atendimento ${ticket.id}, do cliente ${customer?.name ?? ''}, houve um custo sob a sua responsabilidade:`,
      `${label}: ${money}${description ? `\n${description}` : ''}`,
      'Responda à sua pessoa de contato para combinar o pagamento ou contestar o valor.',
      nome,
    ].join('\n\n'),
  };
}

/** A repeated request gets 404, because the cost is gone. */
const removeCost = command(ticketCostRoutes.remove, async (tx, ctx, { params }) => {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket);
  const row = await costOf(tx, ticket.id, params.idCusto);
  if (!row) throw notFound();
  await tx.delete(ticketCosts).where(eq(ticketCosts.id, row.cost.id));
  const { id, kind, amount, description } = row.cost;
  const money = formatMoney(amount, 2);
  await changeTicket(tx, ctx, ticket, {
    event: {
      type: 'CUSTO',
      note: `Removido: ${rowOf(costKind, kind).label}, ${money}.`,
      internal: true,
      data: { custo: id },
    },
    audit: {
      action: 'REMOVER_CUSTO',
      before: { custo: id, tipo: kind, valor: amount, descricao: description, paga: payerOf(row).nome },
    },
  });
  return { data: { id, message: `Custo de ${money} removido.` } };
});

export const ticketCostImplementation = implement(ticketCostRoutes, {
  async list({ params }, { db, user }) {
    await requireVisibleTicket(db, user, params.idTicket);
    return (await costsOf(db, params.idTicket)).map(shownCost);
  },
  create: addCost,
  remove: removeCost,
  sendEmail: emailCost,
});
