import type { Chance } from '../chance.ts';
import type { DemoCustomer } from '../customers.ts';
import type { DemoPerson, PersonRow } from '../people.ts';

/** Who may open and work on the tickets of a customer. */
export interface Staff {
  operatorOf: (branchId: number) => PersonRow;
  creatorOf: (customer: DemoCustomer, branchId: number, byConsumer: boolean) => PersonRow;
  /** The sign-in of a customer, when they have one. */
  consumerOf: (customer: DemoCustomer) => PersonRow | null;
}

export function staffOf(chance: Chance, people: readonly DemoPerson[]): Staff {
  const at = (type: PersonRow['type'], branchId: number) =>
    people
      .filter(({ row, branchIds }) => row.type === type && branchIds.includes(branchId))
      .map(({ row }) => row);
  const byBranch = new Map(
    [1, 2, 3].map((id) => [id, { operators: at('OPERADOR', id), sellers: at('VENDEDOR', id) }] as const),
  );
  const consumers = new Map(people.map(({ row }) => [row.customerId ?? 0, row] as const));
  const representatives = new Map(people.map(({ row }) => [row.representativeId ?? 0, row] as const));
  const operatorOf = (branchId: number) => chance.pick(byBranch.get(branchId)?.operators ?? []);
  return {
    operatorOf,
    consumerOf: ({ row }) => consumers.get(row.id) ?? null,
    creatorOf: (customer, branchId, byConsumer) => {
      const own = byConsumer ? consumers.get(customer.row.id) : undefined;
      if (own) return own;
      const representative = representatives.get(customer.row.representativeId ?? -1);
      if (representative && chance.happens(30)) return representative;
      const sellers = byBranch.get(branchId)?.sellers ?? [];
      return sellers.length > 0 && chance.happens(15) ? chance.pick(sellers) : operatorOf(branchId);
    },
  };
}
