import type { StatusRow } from './catalog.ts';

export type NegotiationStatus = 'P' | 'A' | 'N' | 'C';

/** Negotiated prices (DOMAIN.md section 10). */
export const negotiationStatus: readonly StatusRow<NegotiationStatus>[] = [
  { value: 'P', label: 'Pendente', color: 'aviso', icon: 'HourglassEmpty', next: ['A', 'N', 'C'] },
  { value: 'A', label: 'Autorizado', color: 'sucesso', icon: 'CheckCircle', next: [] },
  { value: 'N', label: 'Negado', color: 'perigo', icon: 'ThumbDown', next: [] },
  { value: 'C', label: 'Cancelado', color: 'secundaria', icon: 'Cancel', next: [] },
];
