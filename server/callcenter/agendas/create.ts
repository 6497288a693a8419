import { and, eq, exists, sql } from 'drizzle-orm';
import type { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, orders, people, personBranches } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { branchesOfCustomers, type CustomerRow, leadingVisible } from '../../sac/customers/queries.ts';
import { orderScope } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';
import { agendaRow } from './agendaRow.ts';
import { requireConfirmed } from './confirmContact.ts';
import { contactTurn } from './contactTurn.ts';
import type { AgendaRecord } from './list.ts';
import { assigneeOf, momentText, readSchedule } from './rules.ts';

type Request = Input<typeof agendaRoutes.create>;

/** The work of the command that creates one, for whichever route it is. */
export async function newAgenda(
  tx: Tx,
  ctx: Context,
  { body }: Request,
): Promise<Output<typeof agendaRoutes.create>> {
  const { agenda, zone } = await scheduleAgenda(tx, ctx, body);
  return {
    data: { id: agenda.id, message: `Agenda criada para ${momentText(agenda.scheduledAt, zone)}` },
  };
}

/**
 * Schedules a contact within the caller's transaction and with the user's permissions; also used for quotes, service records and the
 * contact after one that was made, whose bodies name the moment by a `field` of their own.
 */
export async function scheduleAgenda(
  tx: Tx,
  ctx: Context,
  body: Request['body'],
  field?: string,
): Promise<{ agenda: AgendaRecord; zone: string }> {
  const { user } = ctx;
  const customer = await leadingVisible(tx, user, body.idCli);
  if (!customer) throw notFound();
  const order =
    body.idOrcamento === undefined ? undefined : await visibleOrder(tx, user, body.idOrcamento, customer.id);
  if (body.idOrcamento !== undefined && !order) throw notFound();
  const branch = await branchFor(tx, user, customer.id, body.idFil ?? order?.branchId);
  const personId = assigneeOf(user, body.idColab);
  if (personId !== user.id) await requireAssignee(tx, personId, customer, branch.id);
  const subject = plainText(body.assunto).trim();
  if (!subject) throw invalid({ assunto: 'Informe o assunto.' });
  const kind = body.tipo ?? 'A';
  const scheduledAt = readSchedule(body.data_agendada, branch.zone, ctx.now(), field);
  const turn = await contactTurn(tx, [customer.id]);
  const contact = { customerId: customer.id, kind, at: scheduledAt, zone: branch.zone };
  const why = await requireConfirmed(tx, ctx, contact, { confirmar: body.confirmar, turn });
  const agenda = await agendaRow.create(tx, ctx, {
    body,
    apart: ['confirmar'],
    set: {
      kind,
      customerId: customer.id,
      branchId: branch.id,
      representativeId: customer.representativeId,
      personId,
      orderId: order?.id,
      subject,
      description: plainText(body.descricao ?? '').trim(),
      scheduledAt,
      createdById: user.id,
    },
    facts: { after: why.data },
    parts: async ({ id }) =>
      logCustomer(tx, ctx, {
        customerId: customer.id,
        type: 'AGENDA',
        itemId: id,
        text: [`Agenda marcada para ${momentText(scheduledAt, branch.zone)}: ${subject}`, why.text]
          .filter(Boolean)
          .join('. '),
        data: { acao: 'CRIAR', para: scheduledAt.toISOString(), ...why.data },
      }),
  });
  return { agenda, zone: branch.zone };
}

export async function visibleOrder(tx: Tx, user: Context['user'], id: number, customerId: number) {
  const [order] = await tx
    .select({ id: orders.id, branchId: orders.branchId })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, customerId), orderScope(user)));
  return order;
}

/** The named branch, or else the first that serves the customer, among those the user may see. */
async function branchFor(tx: Tx, user: Context['user'], customerId: number, wanted: number | undefined) {
  const serving = (await branchesOfCustomers(tx, user, [customerId])).get(customerId) ?? [];
  const id = wanted ?? serving[0]?.idFil;
  if (id === undefined) throw invalid({ idCli: 'Nenhuma filial sua atende este cliente.' });
  if (!serving.some(({ idFil }) => idFil === id)) throw notFound();
  const [branch] = await tx
    .select({ id: branches.id, zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, id));
  if (!branch) throw notFound();
  return branch;
}

/** The assignee must be active and able to see the customer, since an agenda that its owner cannot open is useless. */
export async function requireAssignee(
  tx: Tx,
  personId: number,
  customer: Pick<CustomerRow, 'representativeId'>,
  branchId: number,
): Promise<void> {
  const inBranch = tx
    .select({ one: sql`1` })
    .from(personBranches)
    .where(and(eq(personBranches.personId, people.id), eq(personBranches.branchId, branchId)));
  const [person] = await tx
    .select({
      type: people.type,
      active: people.active,
      representativeId: people.representativeId,
      inBranch: sql<boolean>`${exists(inBranch)}`,
    })
    .from(people)
    .where(eq(people.id, personId));
  if (!person?.active || person.type === 'CONSUMIDOR_FINAL') throw notFound();
  const sees =
    person.type === 'REPRESENTANTE'
      ? person.representativeId !== null && person.representativeId === customer.representativeId
      : (person.type !== 'OPERADOR' && person.type !== 'VENDEDOR') || person.inBranch;
  if (!sees)
    throw invalid({ idColab: 'Este colaborador não atende o cliente nesta filial. Escolha outra pessoa.' });
}
