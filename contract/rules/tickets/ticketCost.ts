import { isValueOf } from '../../catalogs/catalog.ts';
import { costKind } from '../../catalogs/costKind.ts';
import type { CostInput } from '../../sac/ticketCosts.ts';
import { compareDecimals, decimalPlaces, isPositive, parseDecimal } from '../decimal.ts';
import type { Problem } from '../problem.ts';

/** A larger amount is a typing error. */
const MAX_AMOUNT = '9999999.99';

/** What is wrong with a new cost. Whether its payer exists is checked in the database. */
export function costProblems({
  tipo,
  descricao = '',
  valor,
  responsavel,
  responsavel_id,
}: CostInput): Problem[] {
  const problems: Problem[] = [];
  const wrong = (field: keyof CostInput, message: string) => problems.push({ field, message });
  if (!isValueOf(costKind, tipo)) wrong('tipo', 'Escolha o tipo do custo.');
  else if (tipo === 'OUTRO' && !descricao.trim()) wrong('descricao', 'Descreva o custo.');
  const amount = parseDecimal(valor);
  if (amount === null) wrong('valor', 'Informe o valor em reais, como 1.234,56.');
  else if (!isPositive(amount)) wrong('valor', 'O valor deve ser maior que zero.');
  else if (decimalPlaces(amount) > 2) wrong('valor', 'O valor tem no máximo duas casas decimais.');
  else if (compareDecimals(amount, MAX_AMOUNT) > 0)
    wrong('valor', 'O valor passa do máximo de R$ 9.999.999,99.');
  if (responsavel !== 'EMPRESA' && !responsavel_id) wrong('responsavel_id', 'Escolha quem paga o custo.');
  return problems;
}
