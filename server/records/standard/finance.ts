import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import {
  creditLimitType,
  creditType,
  paymentMethodType,
  paymentPlanType,
  restrictionType,
} from '#contract/records/finance.ts';
import type { User } from '../../context.ts';
import {
  customerCreditLimits,
  customerCredits,
  customerRestrictions,
  customers,
  invoiceTitles,
  paymentMethods,
  paymentPlans,
} from '../../db/tables/index.ts';
import { customerScope } from '../../session/scope.ts';
import { mapRecords } from '../mapping.ts';

const query = new QueryBuilder();

/** Rows of a customer are visible to people who see the customer. */
const withCustomer =
  (column: AnyPgColumn) =>
  (user: User): SQL | undefined => {
    const scope = customerScope(user);
    const owner = query
      .select({ one: sql`1` })
      .from(customers)
      .where(and(eq(customers.id, column), scope));
    return scope && exists(owner);
  };

export const creditLimitRecords = mapRecords(creditLimitType, {
  table: customerCreditLimits,
  entity: 'customer_credit_limits',
  columns: {
    codigo: customerCreditLimits.code,
    cliente: customerCreditLimits.customerId,
    cobranca: customerCreditLimits.paymentMethodId,
    plano: customerCreditLimits.paymentPlanId,
    total: customerCreditLimits.total,
    utilizado: customerCreditLimits.used,
    vencimento: customerCreditLimits.dueOn,
  },
  scope: withCustomer(customerCreditLimits.customerId),
});

export const creditRecords = mapRecords(creditType, {
  table: customerCredits,
  entity: 'customer_credits',
  columns: {
    codigo: customerCredits.code,
    cliente: customerCredits.customerId,
    descricao: customerCredits.description,
    valor: customerCredits.amount,
    saldo: customerCredits.balance,
    data: customerCredits.createdOn,
  },
  scope: withCustomer(customerCredits.customerId),
});

export const restrictionRecords = mapRecords(restrictionType, {
  table: customerRestrictions,
  entity: 'customer_restrictions',
  columns: {
    codigo: customerRestrictions.code,
    cliente: customerRestrictions.customerId,
    descricao: customerRestrictions.description,
    bloqueia: customerRestrictions.blocking,
    ativo: customerRestrictions.active,
  },
  scope: withCustomer(customerRestrictions.customerId),
});

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

const MAX_INSTALMENTS = 24;
const MAX_DAYS = 720;

/** Days from the invoice to each instalment: '30/60/90' is [30, 60, 90]. */
const instalmentDays = (text: string): number[] => text.split('/').map((day) => Number(day.trim()));

/** What is wrong with the days as written; `null` if they are valid. */
function instalmentDaysProblem(text: string): string | null {
  const parts = text.split('/').map((day) => day.trim());
  if (!parts.every((day) => /^\d{1,3}$/.test(day)))
    return 'Escreva os dias separados por barra, como 30/60/90.';
  if (parts.length > MAX_INSTALMENTS) return `Use no máximo ${MAX_INSTALMENTS} parcelas.`;
  const days = parts.map(Number);
  if (days.some((day) => day > MAX_DAYS)) return `Use no máximo ${MAX_DAYS} dias.`;
  return days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0))
    ? null
    : 'Cada parcela vence depois da anterior.';
}
