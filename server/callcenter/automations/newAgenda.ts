import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { type AutomationRecord, ruleOf } from './read.ts';

interface Contact {
  customerId: number;
  representativeId: number | null;
  branchId: number;
  personId: number;
  at: Date;
}

/** An agenda as the rule words it. Its key stops a second one of the customer on the day of the run. */
export function newAgenda(automation: AutomationRecord, { at, ...contact }: Contact, today: CalendarDate) {
  const { tipo, assunto, descricao = '' } = ruleOf(automation).agenda;
  return {
    ...contact,
    kind: tipo,
    subject: assunto,
    description: descricao,
    scheduledAt: at,
    origin: 'AUTOMACAO' as const,
    automationId: automation.id,
    externalId: `${automation.id}/${contact.customerId}/${today}`,
  };
}
