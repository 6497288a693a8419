import { type Decimal, sumDecimals } from '../decimal.ts';

interface GroupedItem {
  idFil: number;
  vlTot: Decimal;
  bonificado: boolean;
  filial: { razSoc: string };
}

export interface BranchGroup<T> {
  idFil: number;
  razSoc: string;
  itens: T[];
  /** Of what is sold; what is given away is not part of it. */
  total: Decimal;
}

/** Lines by the branch that serves them, in the order of the branches' numbers, each with its total. */
export function branchGroups<T extends GroupedItem>(items: readonly T[]): BranchGroup<T>[] {
  const groups = new Map<number, T[]>();
  for (const item of items) groups.set(item.idFil, [...(groups.get(item.idFil) ?? []), item]);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([idFil, itens]) => ({
      idFil,
      razSoc: itens[0]?.filial.razSoc ?? '',
      itens,
      total: sumDecimals(itens.filter((item) => !item.bonificado).map((item) => item.vlTot)),
    }));
}
