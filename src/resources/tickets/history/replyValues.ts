import type { ReplyValues } from '../../../../contract/rules/cannedReply.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { currentLoad } from '../../../dataProvider/session.ts';

/** What the variables of a canned reply stand for in this ticket. */
export function replyValues(ticket: Ticket): ReplyValues {
  const load = currentLoad();
  const { cliente, contato, filial, notas } = ticket;
  return {
    cliente: cliente.fant || cliente.razSoc,
    contato: contato.nome,
    ticket: String(ticket.id),
    assunto: ticket.assunto || ticket.tipo.desc,
    nota: notas.map(({ numNf }) => numNf).join(', '),
    atendente: load?.colaborador.nome ?? '',
    empresa: load?.loja.nome ?? '',
    filial: filial.razSoc,
  };
}
