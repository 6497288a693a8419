import { type CatalogRow, catalogOf } from './catalog.ts';

/** The outcome for one file of an NF-e import. */
export type NfeOutcome =
  | 'CRIADA'
  | 'IGUAL'
  | 'CANCELADA'
  | 'JUNTO'
  | 'AO_LADO'
  | 'SEM_EMITENTE'
  | 'ESPERA'
  | 'RECUSADA';

export const nfeOutcome = catalogOf<CatalogRow<NfeOutcome>>()([
  { value: 'CRIADA', label: 'Nota criada', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'IGUAL', label: 'Já estava no Balcão', color: 'secundaria', icon: 'Verified' },
  { value: 'CANCELADA', label: 'Nota cancelada', color: 'aviso', icon: 'Cancel' },
  { value: 'JUNTO', label: 'Guardada junto da nota citada', color: 'informacao', icon: 'AttachFile' },
  { value: 'AO_LADO', label: 'Não é venda a cliente', color: 'secundaria', icon: 'Block' },
  { value: 'SEM_EMITENTE', label: 'De emitente desconhecido', color: 'aviso', icon: 'HelpOutline' },
  { value: 'ESPERA', label: 'Espera a nota que cita', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'RECUSADA', label: 'Recusada', color: 'perigo', icon: 'ReportProblem' },
]);

/** What a document means for the quantities that an invoice still gives. */
export type PaperStanding = 'BAIXA' | 'TICKET' | 'CANCELADA' | 'JUNTO';

export const paperStanding = catalogOf<CatalogRow<PaperStanding>>()([
  { value: 'BAIXA', label: 'Baixa o que pode ser devolvido', color: 'informacao', icon: 'AttachFile' },
  { value: 'TICKET', label: 'Conta pelo ticket', color: 'secundaria', icon: 'Verified' },
  { value: 'CANCELADA', label: 'Cancelada: não baixa', color: 'aviso', icon: 'Cancel' },
  { value: 'JUNTO', label: 'Não muda quantidades', color: 'secundaria', icon: 'Block' },
]);
