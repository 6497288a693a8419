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

export const nfeOutcome = catalogOf<CatalogRow<NfeOutcome>>('desfechoNota')([
  { value: 'CRIADA', label: 'Nota criada', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'IGUAL', label: 'Já estava no Balcão', color: 'secundaria', icon: 'Verified' },
  { value: 'CANCELADA', label: 'Nota cancelada', color: 'aviso', icon: 'Cancel' },
  { value: 'JUNTO', label: 'Guardada junto da nota citada', color: 'informacao', icon: 'AttachFile' },
  { value: 'AO_LADO', label: 'Não é venda a cliente', color: 'secundaria', icon: 'Block' },
  { value: 'SEM_EMITENTE', label: 'De emitente desconhecido', color: 'aviso', icon: 'HelpOutline' },
  { value: 'ESPERA', label: 'Espera a nota que cita', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'RECUSADA', label: 'Recusada', color: 'perigo', icon: 'ReportProblem' },
]);

/** What a kept note waits for, so that it gives something or lowers something. */
export type NoteWait = 'ITEM' | 'NOTA' | 'DESTINATARIO' | 'CLIENTE' | 'CFOP' | 'EMITENTE';

export const noteWait = catalogOf<CatalogRow<NoteWait>>('esperaNota')([
  { value: 'ITEM', label: 'Item devolvido sem ligação', color: 'aviso', icon: 'ReportProblem' },
  { value: 'NOTA', label: 'Espera a nota que cita', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'DESTINATARIO', label: 'Devolução a quem não é filial', color: 'informacao', icon: 'HelpOutline' },
  { value: 'CLIENTE', label: 'Cupom de quem não é cliente', color: 'secundaria', icon: 'HelpOutline' },
  { value: 'CFOP', label: 'CFOP que não é venda', color: 'secundaria', icon: 'Block' },
  { value: 'EMITENTE', label: 'De emitente desconhecido', color: 'secundaria', icon: 'HelpOutline' },
]);

/** What a document means for the quantities that an invoice still gives. */
export type PaperStanding = 'BAIXA' | 'TICKET' | 'CANCELADA' | 'JUNTO';

export const paperStanding = catalogOf<CatalogRow<PaperStanding>>('efeitoDocumento')([
  { value: 'BAIXA', label: 'Baixa o que pode ser devolvido', color: 'informacao', icon: 'AttachFile' },
  { value: 'TICKET', label: 'Conta pelo ticket', color: 'secundaria', icon: 'Verified' },
  { value: 'CANCELADA', label: 'Cancelada: não baixa', color: 'aviso', icon: 'Cancel' },
  { value: 'JUNTO', label: 'Não muda quantidades', color: 'secundaria', icon: 'Block' },
]);
