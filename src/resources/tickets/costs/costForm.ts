import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { textsOf } from '../../../../contract/rules/problem.ts';
import { costProblems } from '../../../../contract/rules/tickets/ticketCost.ts';
import type { CostInput } from '../../../../contract/sac/ticketCosts.ts';

/** A new cost as a person fills it in. */
export interface CostForm {
  tipo: string;
  descricao: string;
  valor: Decimal | null;
  responsavel: CostInput['responsavel'];
  payer: { id: number; nome: string } | null;
}

export const EMPTY_COST: CostForm = {
  tipo: '',
  descricao: '',
  valor: null,
  responsavel: 'TRANSPORTADORA',
  payer: null,
};

/** What goes to the server; without an amount, the rule says that it is missing. */
export const costInputOf = ({ tipo, descricao, valor, responsavel, payer }: CostForm): CostInput => ({
  tipo,
  valor: valor ?? '',
  responsavel,
  ...(descricao.trim() && { descricao: descricao.trim() }),
  ...(responsavel !== 'EMPRESA' && payer && { responsavel_id: payer.id }),
});

export const costTexts = (form: CostForm): Record<string, string> => textsOf(costProblems(costInputOf(form)));
