import type { StatusRow } from './catalog.ts';

export type PaymentLinkStatus = 'AGUARDANDO' | 'PAGO' | 'EXPIRADO' | 'CANCELADO';

/** DOMAIN.md section 10. Renewing makes a new link; the old one is cancelled. */
export const paymentLinkStatus: readonly StatusRow<PaymentLinkStatus>[] = [
  {
    value: 'AGUARDANDO',
    label: 'Aguardando pagamento',
    color: 'aviso',
    icon: 'HourglassEmpty',
    next: ['PAGO', 'EXPIRADO', 'CANCELADO'],
  },
  { value: 'PAGO', label: 'Pago', color: 'sucesso', icon: 'Paid', next: [] },
  { value: 'EXPIRADO', label: 'Link expirado', color: 'perigo', icon: 'EventBusy', next: ['CANCELADO'] },
  { value: 'CANCELADO', label: 'Link cancelado', color: 'secundaria', icon: 'Cancel', next: [] },
];
