import type { Permission } from '../../../../../contract/permissions.ts';
import type { BulkAction, BulkData } from '../../../../../contract/sac/ticketBulk.ts';

export interface BulkChoice {
  action: BulkAction;
  permission: Permission;
  /** What will happen, to one ticket as to many. */
  promise: string;
  fields: readonly (keyof BulkData)[];
}

/** In the order of use; the first three are buttons, the others stand in the menu. */
export const bulkChoices: readonly BulkChoice[] = [
  {
    action: 'atribuir',
    permission: 'TICKETS_RESPONDER_INTERNO',
    promise: 'Quem você escolher passa a ser o responsável.',
    fields: ['operador'],
  },
  {
    action: 'encaminhar',
    permission: 'TICKETS_RESPONDER_INTERNO',
    promise: 'O setor escolhido recebe a sua mensagem, e quem atende hoje deixa de ser o responsável.',
    fields: ['setor', 'mensagem'],
  },
  {
    action: 'avancar',
    permission: 'SAC_TICKETS',
    promise: 'A próxima etapa começa. Onde a etapa atual pede dados, nada muda.',
    fields: [],
  },
  {
    action: 'nota-privada',
    permission: 'TICKETS_RESPONDER_INTERNO',
    promise: 'A nota fica no histórico, e só a empresa a lê.',
    fields: ['mensagem'],
  },
  {
    action: 'gerar-coletas',
    permission: 'COLETAS_GERAR',
    promise: 'Cada responsável recebe uma ordem de coleta com tudo o que vai buscar.',
    fields: ['tipo', 'agendadaPara'],
  },
  {
    action: 'reabrir',
    permission: 'TICKETS_REABRIR',
    promise: 'O atendimento volta à última etapa antes do fim, onde o prazo de reabertura ainda vale.',
    fields: ['motivo'],
  },
  {
    action: 'arquivar',
    permission: 'TICKETS_ARQUIVAR',
    promise:
      'O que está encerrado sai da lista e passa a ser só de leitura. O que está aberto fica como está.',
    fields: [],
  },
  {
    action: 'desarquivar',
    permission: 'TICKETS_ARQUIVAR',
    promise: 'Volta à lista e pode ser mudado de novo.',
    fields: [],
  },
];

export const BUTTONS = 3;
