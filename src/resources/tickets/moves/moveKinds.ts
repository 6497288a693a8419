import { ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';

/** The moves of a ticket, by the names that `ticket.acoes` gives them. */
export type MoveKind = Exclude<keyof Ticket['acoes'], 'responder'>;

export interface MoveText {
  title: string;
  /** What will happen. */
  sentence: string;
  /** A verb. */
  confirm: string;
  tone: 'primary' | 'error';
  motivo: 'demanded' | 'optional' | 'none';
  /** Said of a failure that the server has no sentence for (document 000 section 8). */
  failed: string;
}

const move = (text: Omit<MoveText, 'tone' | 'motivo' | 'failed'> & Partial<MoveText>): MoveText => ({
  tone: 'primary',
  motivo: 'none',
  failed: 'Não foi possível mudar o ticket.',
  ...text,
});

export const MOVES: Record<MoveKind, MoveText> = {
  avancar: move({
    title: 'Avançar etapa',
    sentence: '',
    confirm: 'Avançar',
    failed: 'Não foi possível avançar o ticket.',
  }),
  retroceder: move({
    title: 'Voltar etapa',
    sentence: 'O ticket volta para a etapa de onde veio. Quem cuida dela lê o motivo na linha do tempo.',
    confirm: 'Voltar etapa',
    motivo: 'demanded',
    failed: 'Não foi possível voltar a etapa.',
  }),
  finalizar: move({
    title: 'Finalizar ticket',
    sentence: 'O ticket é encerrado, e o cliente vê o resultado.',
    confirm: 'Finalizar',
    failed: 'Não foi possível finalizar o ticket.',
  }),
  cancelar: move({
    title: 'Cancelar ticket',
    sentence: 'O ticket é encerrado sem análise. As quantidades dos produtos voltam a ficar disponíveis.',
    confirm: 'Cancelar ticket',
    tone: 'error',
    motivo: 'demanded',
    failed: 'Não foi possível cancelar o ticket.',
  }),
  reabrir: move({
    title: 'Reabrir ticket',
    sentence:
      'O ticket volta à última etapa em que esteve, e as quantidades dos produtos são ocupadas de novo.',
    confirm: 'Reabrir',
    motivo: 'demanded',
    failed: 'Não foi possível reabrir o ticket.',
  }),
  arquivar: move({
    title: 'Arquivar ticket',
    sentence: 'O ticket sai da lista e só pode ser lido. Ele pode ser desarquivado depois.',
    confirm: 'Arquivar',
    failed: 'Não foi possível arquivar o ticket.',
  }),
  desarquivar: move({
    title: 'Desarquivar ticket',
    sentence: 'O ticket volta para a lista e pode ser reaberto.',
    confirm: 'Desarquivar',
    failed: 'Não foi possível desarquivar o ticket.',
  }),
  reclassificar: move({
    title: 'Mudar o tipo do ticket',
    sentence:
      'Com outro fluxo, o ticket recomeça na primeira etapa dele. Os motivos da abertura são retirados; mensagens, anexos e produtos ficam.',
    confirm: 'Mudar o tipo',
    motivo: 'optional',
    failed: 'Erro ao mudar tipo do ticket',
  }),
};

export const MOVE_ROUTES = {
  avancar: ticketMoveRoutes.advance,
  retroceder: ticketMoveRoutes.goBack,
  finalizar: ticketMoveRoutes.finish,
  cancelar: ticketMoveRoutes.cancel,
  reabrir: ticketMoveRoutes.reopen,
  arquivar: ticketMoveRoutes.archive,
  desarquivar: ticketMoveRoutes.unarchive,
  reclassificar: ticketMoveRoutes.reclassify,
} as const;
