import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';

/** The part of a line that the flow's conditions look at. */
export interface FactLine {
  status: 'AN' | 'A' | 'N';
  authorized: string;
  /** The quantity counted at the check-in; otherwise `null`. */
  checked: string | null;
}

/** The number of lines that have been approved or denied. */
export const validatedLines = (lines: readonly Pick<FactLine, 'status'>[]): number =>
  lines.filter(({ status }) => status !== 'AN').length;

interface FactTicket {
  typeKey: string;
  finalConsumer: boolean;
  /** The customer's state registration (IE): a number, `ISENTO`, or empty. */
  stateRegistration: string;
  document: string;
  /** Logistics answered that it does not accept the delay; false while it has not answered. */
  logisticsRefused: boolean;
}

/** The facts about a ticket that a flow's conditions can use (contract/rules/flows/flowCondition.ts). */
export function flowFactsOf(ticket: FactTicket, lines: readonly FactLine[]): FlowFacts {
  const withStatus = (status: FactLine['status']) => lines.filter((line) => line.status === status).length;
  return {
    linhas_em_analise: withStatus('AN'),
    linhas_aprovadas: withStatus('A'),
    todas_linhas_negadas: lines.length > 0 && withStatus('N') === lines.length,
    contribuinte_icms: paysIcms(ticket),
    divergencia: lines.some(
      ({ checked, authorized }) => checked !== null && Number(checked) !== Number(authorized),
    ),
    logistica_recusou: ticket.logisticsRefused,
    consumidor_final: ticket.finalConsumer,
    tem_itens: lines.length > 0,
    tipo: ticket.typeKey,
  };
}

/** Companies with a state registration pay ICMS; persons and exempt companies do not. */
const paysIcms = ({ document, stateRegistration }: FactTicket): boolean =>
  document.length === 14 && /\d/.test(stateRegistration);
