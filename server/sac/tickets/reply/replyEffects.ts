import type { TicketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import type { MessageInput } from '../../../../contract/sac/ticketConversation.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

interface ReplyGround {
  tipo: MessageInput['tipo'];
  aguardaCliente: boolean;
  /** The author works for the company. */
  byCompany: boolean;
  authorId: number;
  ticket: Pick<TicketRecord, 'status' | 'operatorId'>;
}

export interface ReplyEffects {
  status: TicketStatus;
  operatorId: number | null;
  /** What becomes of the due clock. */
  clock: 'pause' | 'resume' | 'keep';
}

/**
 * What a message does to its ticket. ABERTO means that nobody took it (DOMAIN.md section 2), so whoever of the
 * company answers it publicly takes it: they are its operator, unless it has one, and it is EM_ATENDIMENTO. The
 * company may then wait for the customer, from any open status: to ask is work, and the ticket passes through
 * EM_ATENDIMENTO. The answer of the customer's side ends the wait. What is internal moves nothing.
 */
export function replyEffects({
  tipo,
  aguardaCliente,
  byCompany,
  authorId,
  ticket: { status, operatorId },
}: ReplyGround): ReplyEffects {
  const unchanged: ReplyEffects = { status, operatorId, clock: 'keep' };
  if (tipo !== 'PUBLICO') return unchanged;
  if (!byCompany)
    return status === 'AGUARDANDO_CLIENTE'
      ? { ...unchanged, status: 'EM_ATENDIMENTO', clock: 'resume' }
      : unchanged;
  const taken = status === 'ABERTO' ? (operatorId ?? authorId) : operatorId;
  if (aguardaCliente) return { status: 'AGUARDANDO_CLIENTE', operatorId: taken, clock: 'pause' };
  return { status: status === 'ABERTO' ? 'EM_ATENDIMENTO' : status, operatorId: taken, clock: 'keep' };
}
