import type { CatalogRow } from './catalog.ts';

export type CustomerLegend = 'P' | 'D' | 'H' | '$' | 'U' | 'SV' | 'BD' | '30' | '60' | '90' | 'PR';

/** Badges of a customer (document 000, section 9); contract/rules/legends.ts says when each appears. */
export const customerLegend: readonly CatalogRow<CustomerLegend>[] = [
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
];
