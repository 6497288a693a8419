import type { CatalogRow } from './catalog.ts';

export type CustomerLogKind = 'ORCAMENTO' | 'PEDIDO' | 'AGENDA' | 'TICKET' | 'ATENDIMENTO' | 'CADASTRO';

/** What the activity log of a customer tells of (document 001 section 2). */
export const customerLogType: readonly CatalogRow<CustomerLogKind>[] = [
  { value: 'ORCAMENTO', label: 'Orçamento', color: 'informacao', icon: 'RequestQuote' },
  { value: 'PEDIDO', label: 'Pedido', color: 'sucesso', icon: 'ShoppingCartCheckout' },
  { value: 'AGENDA', label: 'Agenda', color: 'primaria', icon: 'Event' },
  { value: 'TICKET', label: 'Ticket', color: 'aviso', icon: 'Feedback' },
  { value: 'ATENDIMENTO', label: 'Atendimento', color: 'secundaria', icon: 'HeadsetMic' },
  { value: 'CADASTRO', label: 'Cadastro', color: 'secundaria', icon: 'HowToReg' },
];
