import { paymentMethodType, paymentPlanType } from '../../contract/records/payment.ts';
import { instalmentDays, instalmentDaysProblem } from '../../contract/rules/sales/instalmentDays.ts';
import { invoiceTitles, paymentMethods, paymentPlans } from '../db/tables/index.ts';
import { mapRecords } from './mapping.ts';

export const paymentMethodRecords = mapRecords(paymentMethodType, {
  table: paymentMethods,
  entity: 'payment_methods',
  columns: {
    codigo: paymentMethods.code,
    nome: paymentMethods.name,
    taxaFixa: paymentMethods.fixedFee,
    descricaoTaxa: paymentMethods.feeDescription,
    online: paymentMethods.online,
    ativo: paymentMethods.active,
  },
  referrers: [{ table: invoiceTitles, column: invoiceTitles.paymentMethodId }],
});

export const paymentPlanRecords = mapRecords(paymentPlanType, {
  table: paymentPlans,
  entity: 'payment_plans',
  columns: {
    codigo: paymentPlans.code,
    nome: paymentPlans.name,
    dias: {
      column: paymentPlans.days,
      read: (days) => (days as number[]).join('/'),
      write: (text) => instalmentDays(String(text)),
    },
    percentual: paymentPlans.percent,
    minimo: paymentPlans.minimum,
    ativo: paymentPlans.active,
  },
  rules(rows) {
    for (const row of rows) {
      const problem = instalmentDaysProblem(String(row.after.dias));
      if (problem) row.refuse('dias', problem);
    }
  },
});
