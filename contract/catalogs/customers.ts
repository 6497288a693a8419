import { type CatalogRow, catalogOf } from './catalog.ts';

export type CustomerLegend = 'P' | 'D' | 'H' | '$' | 'U' | 'SV' | 'BD' | '30' | '60' | '90' | 'PR';

/** Badges of a customer (document 000, section 9); server/sac/customers/rules.ts defines when each appears. */
export const customerLegend = catalogOf<CatalogRow<CustomerLegend>>('legendaCliente')([
  { value: 'BD', label: 'Bloqueio Definitivo', color: 'perigo', icon: 'Block' },
  { value: 'PR', label: 'Prospect', color: 'informacao', icon: 'PersonSearch' },
  { value: 'P', label: 'Positivado no mês', color: 'sucesso', icon: 'HowToReg' },
  { value: 'H', label: 'Comprou hoje', color: 'sucesso', icon: 'Today' },
  { value: 'D', label: 'Comprou nos últimos 30 dias', color: 'sucesso', icon: 'Event' },
  { value: '30', label: '30 dias sem compras', color: 'aviso', icon: 'EventBusy' },
  { value: '60', label: '60 dias sem compras', color: 'aviso', icon: 'EventBusy' },
  { value: '90', label: '90 dias sem compras', color: 'perigo', icon: 'EventBusy' },
  { value: 'SV', label: 'Cliente sem vendas', color: 'secundaria', icon: 'RemoveShoppingCart' },
  { value: '$', label: 'Títulos em aberto', color: 'perigo', icon: 'MoneyOff' },
  { value: 'U', label: 'Compromisso do usuário', color: 'primaria', icon: 'AssignmentInd' },
]);

export type CustomerScore = 'A' | 'B' | 'C' | 'D';

/** Rates a customer's purchases over the last twelve months; `SCORE_FROM` has the thresholds. */
export const customerScore = catalogOf<CatalogRow<CustomerScore>>('classeCliente')([
  { value: 'A', label: 'A: 50 mil ou mais em 12 meses', color: 'sucesso', icon: 'TrendingUp' },
  { value: 'B', label: 'B: de 10 a 50 mil', color: 'informacao', icon: 'Paid' },
  { value: 'C', label: 'C: até 10 mil', color: 'aviso', icon: 'Storefront' },
  { value: 'D', label: 'D: nada em 12 meses', color: 'perigo', icon: 'RemoveShoppingCart' },
]);

/** Minimum amounts in reais, as exact decimals. */
export const SCORE_FROM: Readonly<Record<CustomerScore, string>> = {
  A: '50000',
  B: '10000',
  C: '0.0001',
  D: '0',
};

type CustomerLogKind = 'ORCAMENTO' | 'PEDIDO' | 'AGENDA' | 'TICKET' | 'ATENDIMENTO' | 'CADASTRO';

/** What a customer's activity log covers (document 001 section 2). */
export const customerLogType = catalogOf<CatalogRow<CustomerLogKind>>('historicoCliente')([
  { value: 'ORCAMENTO', label: 'Orçamento', color: 'informacao', icon: 'RequestQuote' },
  { value: 'PEDIDO', label: 'Pedido', color: 'sucesso', icon: 'ShoppingCartCheckout' },
  { value: 'AGENDA', label: 'Agenda', color: 'primaria', icon: 'Event' },
  { value: 'TICKET', label: 'Ticket', color: 'aviso', icon: 'Feedback' },
  { value: 'ATENDIMENTO', label: 'Atendimento', color: 'secundaria', icon: 'HeadsetMic' },
  { value: 'CADASTRO', label: 'Cadastro', color: 'secundaria', icon: 'HowToReg' },
]);
