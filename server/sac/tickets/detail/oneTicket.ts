import { and, eq } from 'drizzle-orm';
import type { ConsumerForm } from '../../../../contract/rules/consumerForm.ts';
import type { FlowStep } from '../../../../contract/rules/flow.ts';
import { isClosed } from '../../../../contract/rules/ticketTransitions.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { flowVersion } from '../../../config/flows/queries.ts';
import type { Context } from '../../../context.ts';
import { tickets } from '../../../db/tables/index.ts';
import { notFound } from '../../../errors.ts';
import { ticketScope } from '../../../session/scope.ts';
import { flowFactsOf } from '../rules.ts';
import { type SelectedRow, selectRows, ticketRow } from '../ticketRows.ts';
import { type StepMap, stepMap } from './stepMap.ts';
import {
  countAttachments,
  factLines,
  invoicesOf,
  itemTotals,
  movesOf,
  originOf,
  partiesOf,
  sectorNames,
} from './ticketParts.ts';

/** The whole of a ticket: what its row shows, its flow drawn as a map, and what it is about. */
export async function oneTicket(id: number, ctx: Pick<Context, 'db' | 'user' | 'now'>): Promise<Ticket> {
  const { db, user } = ctx;
  const [row] = await selectRows(db).where(and(eq(tickets.id, id), ticketScope(user)));
  if (!row) throw notFound();
  const [steps, parties, origem, notas, totals, totalAnexos] = await Promise.all([
    stepsOf(row, ctx),
    partiesOf(db, row.ticket),
    originOf(db, row.ticket.origin),
    invoicesOf(db, id),
    itemTotals(db, id),
    countAttachments(ctx, id),
  ]);
  return {
    ...ticketRow(row, localDate(ctx.now(), DEFAULT_TIME_ZONE), user),
    versao: row.ticket.version,
    ...steps,
    motivos: row.ticket.reasons,
    origem,
    consumidorFinal: row.ticket.finalConsumer,
    contato: contactOf(row),
    ...parties,
    notas,
    ...totals,
    totalAnexos,
  };
}

/** Whom the ticket speaks of: the consumer that it was opened for, otherwise the customer. */
function contactOf({ ticket, customer }: SelectedRow): Ticket['contato'] {
  const consumer = ticket.extraFields.consumidorFinal as Partial<ConsumerForm> | undefined;
  return {
    nome: consumer?.nome || customer.legalName,
    documento: consumer?.documento || customer.document,
    email: consumer?.email || customer.email,
    telefone: consumer?.telefone || customer.phone,
  };
}

type ShownSteps = Pick<Ticket, 'proximaEtapa' | 'etapasCondicionais' | 'etapas'>;

/** The map is drawn from the version of the flow that the ticket pinned, never from a newer one. */
async function stepsOf(
  { ticket, type, customer }: SelectedRow,
  { db }: Pick<Context, 'db'>,
): Promise<ShownSteps> {
  const [version, moves, lines, sectors] = await Promise.all([
    flowVersion(db, ticket.flowKey, ticket.flowVersion),
    movesOf(db, ticket.id),
    factLines(db, ticket.id),
    sectorNames(db),
  ]);
  if (!version) throw new Error(`ticket ${ticket.id} pins a flow that is not there: ${ticket.flowKey}`);
  const facts = flowFactsOf(
    {
      typeKey: type.key,
      finalConsumer: ticket.finalConsumer,
      document: customer.document,
      stateRegistration: customer.stateRegistration,
    },
    lines,
  );
  const at = { stepKey: ticket.stepKey, closed: isClosed(ticket.status), moves };
  return shownSteps(stepMap(version.flow, at, facts), sectors);
}

function shownSteps({ next, conditional, steps }: StepMap, sectors: Map<string, string>): ShownSteps {
  const shown = ({ chave, descricao, setor, exigencia, terminal }: FlowStep) => ({
    chave,
    descricao,
    setor: sectors.get(setor) ?? setor,
    exigencia,
    terminal,
  });
  return {
    proximaEtapa: next && shown(next),
    etapasCondicionais: conditional.map(shown),
    etapas: steps.map(({ step, state }) => ({ ...shown(step), situacao: state })),
  };
}
