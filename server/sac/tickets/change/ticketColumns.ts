import { auditedRow } from '../../../auditedRow.ts';
import { tickets } from '../../../db/tables/index.ts';

/** What the log tells of a ticket's own row. */
export const ticketColumns = auditedRow(tickets, {
  words: {
    typeId: 'idTipo',
    status: 'status',
    archived: 'arquivado',
    customerId: 'cliente',
    branchId: 'filial',
    representativeId: 'representante',
    regionId: 'regiao',
    sectorId: 'setor',
    operatorId: 'operador',
    origin: 'origem',
    subject: 'assunto',
    reasons: 'motivos',
    finalConsumer: 'consumidorFinal',
    carrierId: 'transportadora',
    extension: 'prorrogacao',
    flowKey: 'fluxo',
    flowVersion: 'versaoFluxo',
    stepKey: 'etapa',
    dueAt: 'prazo',
    result: 'resultado',
    finalReason: 'motivoFinalizacao',
  },
  leftOut: [
    // The entry of the creation names them.
    'creatorId',
    // The subject once more, for the search, and the first of the reasons.
    'foldedSubject',
    'reasonId',
    // What people wrote stands in the conversation, which has readers of its own.
    'message',
    // When the entry itself was written.
    'stepEnteredAt',
    'finishedAt',
    // The clock at rest; `dueAt` says what came of it.
    'dueMinutesLeft',
    // Told field by field by their own write.
    'extraFields',
  ],
});
