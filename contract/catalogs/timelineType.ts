import { type CatalogRow, catalogOf } from './catalog.ts';

export type TimelineType =
  | 'CRIACAO'
  | 'MENSAGEM'
  | 'ATRIBUICAO'
  | 'ENCAMINHAMENTO'
  | 'AVANCO'
  | 'RETROCESSO'
  | 'STATUS'
  | 'PRIORIDADE'
  | 'PRAZO'
  | 'ANALISE'
  | 'NOTA_DEVOLUCAO'
  | 'CONFERENCIA'
  | 'PRODUTOS'
  | 'ANEXO'
  | 'COLETA'
  | 'CUSTO'
  | 'NOTA_CANCELADA'
  | 'CAMPOS'
  | 'RECLASSIFICACAO'
  | 'JUNCAO'
  | 'JUNCAO_DESFEITA'
  | 'DIVISAO'
  | 'DIVIDIDO_DE'
  | 'DIVISAO_DESFEITA'
  | 'ADIAMENTO'
  | 'RETOMADA'
  | 'FINALIZACAO'
  | 'CANCELAMENTO'
  | 'REABERTURA'
  | 'ARQUIVAMENTO'
  | 'DESARQUIVAMENTO'
  | 'PESQUISA'
  | 'EMAIL'
  | 'COPIA'
  | 'CADASTRO';

/** Every event that a ticket's timeline records; each accepted event creates exactly one entry (docs/domain.md 4.3). */
export const timelineType = catalogOf<CatalogRow<TimelineType>>('movimentoTicket')([
  { value: 'CRIACAO', label: 'Ticket aberto', color: 'informacao', icon: 'AddCircleOutline' },
  { value: 'MENSAGEM', label: 'Mensagem', color: 'informacao', icon: 'QuestionAnswer' },
  { value: 'ATRIBUICAO', label: 'Operador definido', color: 'primaria', icon: 'AssignmentInd' },
  { value: 'ENCAMINHAMENTO', label: 'Encaminhado', color: 'secundaria', icon: 'Forward' },
  { value: 'AVANCO', label: 'Avançou de etapa', color: 'primaria', icon: 'TrendingUp' },
  { value: 'RETROCESSO', label: 'Voltou de etapa', color: 'aviso', icon: 'Undo' },
  { value: 'STATUS', label: 'Mudança de status', color: 'informacao', icon: 'Autorenew' },
  { value: 'PRIORIDADE', label: 'Prioridade alterada', color: 'aviso', icon: 'ReportProblem' },
  { value: 'PRAZO', label: 'Prazo alterado', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'ANALISE', label: 'Produtos analisados', color: 'primaria', icon: 'Search' },
  { value: 'NOTA_DEVOLUCAO', label: 'Nota de devolução enviada', color: 'primaria', icon: 'ReceiptLong' },
  { value: 'CONFERENCIA', label: 'Devolução conferida', color: 'primaria', icon: 'Inventory2' },
  { value: 'PRODUTOS', label: 'Produtos alterados', color: 'informacao', icon: 'Inventory2' },
  { value: 'ANEXO', label: 'Anexo incluído', color: 'informacao', icon: 'AttachFile' },
  { value: 'COLETA', label: 'Coleta', color: 'primaria', icon: 'LocalShipping' },
  { value: 'NOTA_CANCELADA', label: 'Nota fiscal cancelada', color: 'perigo', icon: 'ReceiptLong' },
  { value: 'CUSTO', label: 'Custo', color: 'aviso', icon: 'Paid' },
  { value: 'CAMPOS', label: 'Campos adicionais alterados', color: 'informacao', icon: 'Description' },
  { value: 'RECLASSIFICACAO', label: 'Tipo alterado', color: 'aviso', icon: 'SwapHoriz' },
  { value: 'JUNCAO', label: 'Tickets juntados', color: 'aviso', icon: 'SwapHoriz' },
  { value: 'JUNCAO_DESFEITA', label: 'Junção desfeita', color: 'aviso', icon: 'Undo' },
  { value: 'DIVISAO', label: 'Ticket dividido', color: 'aviso', icon: 'SwapHoriz' },
  { value: 'DIVIDIDO_DE', label: 'Aberto por divisão', color: 'informacao', icon: 'AddCircleOutline' },
  { value: 'DIVISAO_DESFEITA', label: 'Divisão desfeita', color: 'aviso', icon: 'Undo' },
  { value: 'ADIAMENTO', label: 'Adiado', color: 'informacao', icon: 'HourglassEmpty' },
  { value: 'RETOMADA', label: 'Retomado', color: 'primaria', icon: 'Autorenew' },
  { value: 'FINALIZACAO', label: 'Ticket finalizado', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'CANCELAMENTO', label: 'Ticket cancelado', color: 'perigo', icon: 'Cancel' },
  { value: 'REABERTURA', label: 'Ticket reaberto', color: 'aviso', icon: 'Undo' },
  { value: 'PESQUISA', label: 'Pesquisa de satisfação', color: 'informacao', icon: 'QuestionAnswer' },
  { value: 'EMAIL', label: 'E-mail enviado', color: 'informacao', icon: 'QuestionAnswer' },
  { value: 'COPIA', label: 'Cópia dos e-mails', color: 'informacao', icon: 'QuestionAnswer' },
  { value: 'ARQUIVAMENTO', label: 'Ticket arquivado', color: 'secundaria', icon: 'Archive' },
  { value: 'CADASTRO', label: 'Cliente cadastrado', color: 'sucesso', icon: 'HowToReg' },
  { value: 'DESARQUIVAMENTO', label: 'Ticket desarquivado', color: 'secundaria', icon: 'Unarchive' },
]);
