import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import { pricePlacesProblem } from '#contract/rules/orders/unitPrice.ts';
import { invalid } from '../../errors.ts';

/** Refuses typed prices with more decimals than `casasPreco`, by the place of each change. */
export function requirePricePlaces(changes: readonly ItemChange[], places: number): void {
  const problems = changes.flatMap(({ preco }, index) => {
    const problem = preco ? pricePlacesProblem(preco, places) : null;
    return problem ? [[`itens.${index}.preco`, problem]] : [];
  });
  if (problems.length > 0) throw invalid(Object.fromEntries(problems));
}
