import { parseBrazilianDecimal } from '../../../../contract/rules/decimal.ts';
import { textsOf } from '../../../../contract/rules/problem.ts';
import { costProblems } from '../../../../contract/rules/ticketCost.ts';
import type { CostInput } from '../../../../contract/sac/ticketCosts.ts';

/** A new cost as a person fills it in. */
export interface CostForm {
  tipo: string;
  descricao: string;
  /** As typed: '1.234,56'. */
  valor: string;
  responsavel: CostInput['responsavel'];
  payer: { id: number; nome: string } | null;
}

export const EMPTY_COST: CostForm = {
  tipo: '',
  descricao: '',
  valor: '',
  responsavel: 'TRANSPORTADORA',
  payer: null,
};

/** What goes to the server; an amount that cannot be read goes as it is, so that the rule says why. */
export const costInputOf = ({ tipo, descricao, valor, responsavel, payer }: CostForm): CostInput => ({
  tipo,
  valor: parseBrazilianDecimal(valor) ?? '',
  responsavel,
  ...(descricao.trim() && { descricao: descricao.trim() }),
  ...(responsavel !== 'EMPRESA' && payer && { responsavel_id: payer.id }),
});

export const costTexts = (form: CostForm): Record<string, string> => textsOf(costProblems(costInputOf(form)));
