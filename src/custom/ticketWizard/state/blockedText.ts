import type { Problem } from '../../../../contract/rules/problem.ts';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import { inWords } from '../../../dataProvider/inWords.ts';

/** What is missing, as it is told beside 'Prosseguir', away from its field; `null`: nothing. */
export function blockedText(problem: Problem | undefined, { itens }: TicketDraft): string | null {
  if (!problem) return null;
  const { field } = problem;
  const message = inWords(problem.message);
  if (field.startsWith('consumidorFinal.')) return 'Complete os dados do consumidor final.';
  const item = itens[Number(/^itens\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
  return item ? `${item.descricao}: ${message}` : message;
}
