import { eq } from 'drizzle-orm';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { costKind } from '../../../contract/catalogs/costKind.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatDateTime } from '../../../contract/rules/dateText.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { DEFAULT_TIME_ZONE } from '../../../contract/rules/zonedTime.ts';
import type { ticketCostRoutes } from '../../../contract/sac/ticketCosts.ts';
import { queueMail } from '../../adapters/mail/queueMail.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers, ticketCosts } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { changeTicket } from '../tickets/change/changeTicket.ts';
import { lockTicket, type TicketRecord } from '../tickets/change/lockTicket.ts';
import { type CostRow, costOf, payerOf, ticketOf } from './queries.ts';

type SendEmail = typeof ticketCostRoutes.sendEmail;

/** Asks the carrier or representative to pay. A second e-mail goes out only when the person says so. */
export const emailCost = ({ params, body }: Input<SendEmail>, ctx: Context): Promise<Output<SendEmail>> =>
  withIdempotency(ctx, 'ticketCosts.sendEmail', { params, body }, async (tx) => {
    const ticketId = await ticketOf(tx, params.idCusto);
    if (ticketId === null) throw notFound();
    const ticket = await lockTicket(tx, ctx.user, ticketId);
    const row = await costOf(tx, ticketId, params.idCusto);
    if (!row) throw notFound();
    const payer = payerOf(row);
    if (!payer.email) throw nobodyToAsk(payer.tipo, payer.nome);
    if (row.cost.emailedAt && !body.reenviar) throw sentBefore(row.cost.emailedAt, payer.nome);
    await queueMail(tx, { to: payer.email, ...(await wording(tx, ticket, row)) }, ctx.now);
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

/** Whoever is outside of the company reads what it is for, and nothing else of the ticket. */
async function wording(tx: Tx, ticket: TicketRecord, row: CostRow) {
  const { kind, amount, description } = row.cost;
  const [customer] = await tx
    .select({ name: customers.legalName })
    .from(customers)
    .where(eq(customers.id, ticket.customerId));
  const { nomeEmpresa } = await serviceParameters(tx);
  const label = rowOf(costKind, kind).label;
  const money = formatMoney(amount, 2).replace(/\u00a0/g, ' ');
  return {
    subject: `Cobrança do ticket ${ticket.id}: ${label}, ${money}`,
    text: [
      `Olá, ${payerOf(row).nome}.`,
      `No atendimento ${ticket.id}, do cliente ${customer?.name ?? ''}, houve um custo sob a sua responsabilidade:`,
      `${label}: ${money}${description ? `\n${description}` : ''}`,
      'Responda à sua pessoa de contato para combinar o pagamento ou contestar o valor.',
      nomeEmpresa,
    ].join('\n\n'),
  };
}
