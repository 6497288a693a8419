import { Agenda } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendas } from '../../db/tables/index.ts';
import { rowOf } from '../../writing/row.ts';
import { oneAgenda } from './oneAgenda.ts';

export const agendaRow = rowOf(agendas, {
  entity: 'agendas',
  name: 'esta agenda',
  words: {
    kind: 'tipo',
    customerId: ['idCli', 'cliente'],
    branchId: ['idFil', 'filial'],
    representativeId: 'representante',
    personId: ['idColab', 'colaborador'],
    orderId: ['idOrcamento', 'orcamento'],
    subject: 'assunto',
    description: 'descricao',
    scheduledAt: 'data_agendada',
    finishedAt: 'data_finalizacao',
    finishReasonId: ['idMotivoFinalizacao', 'motivo_finalizacao'],
    finishNote: 'observacao',
    dialerStatus: 'discadora_status',
    dialerOrigin: 'discadora_origem',
    origin: 'agenda_origem',
    externalId: 'id_externo',
    automationId: 'automacao',
  },
  leftOut: [
    // A copy of the subject for the search.
    'foldedSubject',
    // When the dialer reported its status.
    'dialerUpdatedAt',
    // The creation's audit entry names the author.
    'createdById',
  ],
  read: { schema: Agenda, of: (ctx, id) => oneAgenda(id, ctx) },
});
