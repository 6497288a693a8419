import { customerRoutes } from '#contract/sac/customers.ts';
import { call } from '#data/call.ts';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { customerOption, customerText } from './CustomerLabel.tsx';

interface CustomerFieldProps {
  value: AsyncOption | null;
  onChange: (value: AsyncOption | null) => void;
  error?: string | undefined;
  /** False where it may stay empty; then nothing else waits for it. */
  required?: boolean;
}

/** Searches customers by code, name or document. */
export const CustomerField = ({ value, onChange, error, required = true }: CustomerFieldProps) => (
  <AsyncAutocomplete
    label="Cliente"
    hint="Código, nome ou CNPJ"
    minLength={1}
    required={required}
    autoFocus={required && value === null}
    value={value}
    load={searchCustomers}
    onChange={onChange}
    error={error}
  />
);

export async function searchCustomers(term: string, signal?: AbortSignal): Promise<AsyncOption[]> {
  const { itens } = await call(
    customerRoutes.list,
    { query: { q: term, take: 20 } },
    signal ? { signal } : {},
  );
  return itens.map(customerOption);
}

/** What the customers that a filter holds are called: a merged one as the one that stayed, under the code as it stands there. */
export const customersOfFilter = (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { itens } = await call(customerRoutes.list, { query: { ids: [Number(id)], take: 1 } });
      return { value: id, label: itens[0] ? customerText(itens[0]) : id };
    }),
  );
