import { type CatalogRow, catalogOf } from './catalog.ts';

export type CostKind =
  | 'FRETE_DEVOLUCAO'
  | 'FRETE_REENVIO'
  | 'AVARIA'
  | 'EXTRAVIO'
  | 'DESCARTE'
  | 'RESSARCIMENTO'
  | 'OUTRO';

/** The kinds of cost of a ticket. */
export const costKind = catalogOf<CatalogRow<CostKind>>()([
  { value: 'FRETE_DEVOLUCAO', label: 'Frete da devolução', color: 'informacao', icon: 'AssignmentReturn' },
  { value: 'FRETE_REENVIO', label: 'Frete do reenvio', color: 'informacao', icon: 'LocalShipping' },
  { value: 'AVARIA', label: 'Avaria no transporte', color: 'perigo', icon: 'ReportProblem' },
  { value: 'EXTRAVIO', label: 'Extravio', color: 'perigo', icon: 'RemoveShoppingCart' },
  { value: 'DESCARTE', label: 'Descarte', color: 'secundaria', icon: 'Inventory2' },
  { value: 'RESSARCIMENTO', label: 'Ressarcimento ao cliente', color: 'aviso', icon: 'Paid' },
  { value: 'OUTRO', label: 'Outro custo', color: 'secundaria', icon: 'RequestQuote' },
]);
