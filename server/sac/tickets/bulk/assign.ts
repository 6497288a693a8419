import { isClosed } from '../../../../contract/rules/ticketTransitions.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { refused } from '../../../errors.ts';
import { NONE, type RowAction } from '../../../jobs/bulkAction.ts';
import { attendantsOf } from '../../../session/attendants.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { lockTicket, type TicketRecord } from '../change/lockTicket.ts';

/** Gives tickets to a colleague, or takes them from whoever has them. */
export const assignRows: RowAction = {
  permission: 'TICKETS_RESPONDER_INTERNO',
  problems: ({ operador }) => (operador === undefined ? { operador: 'Escolha o responsável.' } : NONE),
  row: (ctx, id, { operador = null }) => ctx.db.transaction((tx) => assignTicket(tx, ctx, id, operador)),
};

async function assignTicket(tx: Tx, ctx: Context, id: number, operatorId: number | null) {
  const ticket = await lockTicket(tx, ctx.user, id);
  if (isClosed(ticket.status)) throw refused('ENCERRADO', 'O ticket está encerrado.');
  if (ticket.operatorId === operatorId)
    throw refused(
      'SEM_MUDANCA',
      operatorId ? 'O ticket já está com esta pessoa.' : 'Ninguém o tinha assumido.',
    );
  const name = operatorId === null ? null : await attendantName(tx, operatorId, ticket);
  return changeTicket(tx, ctx, ticket, {
    // Somebody took it: that is what tells the first two statuses apart (DOMAIN.md section 2).
    set: { operatorId, ...(operatorId && ticket.status === 'ABERTO' && { status: 'EM_ATENDIMENTO' }) },
    event: {
      type: 'ATRIBUICAO',
      note: name ? `Responsável: ${name}.` : 'Sem responsável.',
      internal: true,
    },
    audit: {
      action: 'ATRIBUIR',
      before: { operador: ticket.operatorId },
      after: { operador: operatorId },
    },
  });
}

async function attendantName(tx: Tx, id: number, { branchId }: TicketRecord): Promise<string> {
  const person = (await attendantsOf(tx, { branchId })).find((each) => each.id === id);
  if (!person) throw refused('NAO_ATENDE_FILIAL', 'Esta pessoa não atende a filial do ticket.');
  return person.nome;
}
