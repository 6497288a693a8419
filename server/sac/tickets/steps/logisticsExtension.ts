import { formatCount } from '../../../../contract/rules/format.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import { logisticsProblems } from '../../../../contract/rules/steps/extensions.ts';
import type { LogisticsInput } from '../../../../contract/rules/steps/stepInput.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { invalid } from '../../../errors.ts';
import { carriersOfCustomer } from '../../customers/queries.ts';
import { representativeOptions } from '../../lookups/queries.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import type { StepEffect, StepWork } from './applyStepData.ts';
import { refuseProblems } from './refuseProblems.ts';

/** Who was late and by how many days, as logistics confirms it; or its refusal, which leaves what was asked for. */
export async function applyLogisticsExtension(
  tx: Tx,
  ctx: Context,
  { ticket, data }: StepWork,
): Promise<StepEffect> {
  const input = data.prorrogacaoLogistica;
  if (!input)
    throw invalid({ prorrogacaoLogistica: 'Confirme o responsável e os dias de atraso, ou recuse.' });
  refuseProblems([
    ...logisticsProblems(input),
    ...(input.recusada ? [] : await partyProblems(tx, ctx, ticket, input)),
  ]);
  const answer = input.recusada ? 'RECUSADA' : 'CONFIRMADA';
  const confirmed = {
    responsavel: input.responsavel,
    responsavelId: input.responsavel_id,
    diasAtraso: input.dias_atraso,
  };
  const extension = {
    ...(input.recusada && ticket.extension ? ticket.extension : confirmed),
    logistica: answer,
  } as const;
  const note = (input.obs ?? '').trim();
  const said = input.recusada
    ? 'A logística recusou a prorrogação.'
    : `Atraso de ${formatCount(input.dias_atraso, 'dia', 'dias')} confirmado.`;
  return {
    set: { extension },
    // What logistics observed is the company's own; the timeline is read by consumers too.
    note: said,
    after: { prorrogacao: extension, obs: note },
  };
}

/** One that the look-ups of the console offer, or the one that the ticket was opened with. */
async function partyProblems(
  tx: Tx,
  { user }: Context,
  ticket: TicketRecord,
  { responsavel, responsavel_id: id }: LogisticsInput,
): Promise<Problem[]> {
  const { extension } = ticket;
  if (extension?.responsavel === responsavel && extension.responsavelId === id) return [];
  const carrier = responsavel === 'TRANSPORTADORA';
  const offered = carrier
    ? await carriersOfCustomer(tx, ticket.customerId)
    : await representativeOptions(tx, user);
  if (offered.some((option) => option.id === id)) return [];
  const message = carrier ? 'Transportadora não encontrada.' : 'Representante não encontrado.';
  return [{ field: 'prorrogacaoLogistica.responsavel_id', message }];
}
