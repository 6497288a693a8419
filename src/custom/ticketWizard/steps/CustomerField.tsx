import type { ReactNode } from 'react';
import { formatDocument } from '#contract/rules/documents.ts';
import { type CustomerOption, customerRoutes } from '#contract/sac/customers.ts';
import { call } from '#data/call.ts';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';

interface FoundCustomer extends AsyncOption {
  customer: CustomerOption | null;
}

interface CustomerFieldProps {
  label: string;
  required: boolean;
  value: Pick<CustomerOption, 'id' | 'razSoc' | 'fant'> | null;
  onChange: (customer: CustomerOption | null) => void;
  whenNothing?: (term: string) => ReactNode;
  error?: ReactNode;
  helperText?: ReactNode;
}

/** Searches customers by code, name or document, 400 ms after the last keystroke. */
export function CustomerField({
  label,
  required,
  value,
  onChange,
  whenNothing,
  error,
  helperText,
}: CustomerFieldProps) {
  const shown: FoundCustomer | null = value && {
    value: value.id,
    label: nameOf(value.id, value.fant || value.razSoc),
    customer: null,
  };
  return (
    <AsyncAutocomplete<FoundCustomer>
      label={label}
      hint="Código, Razão Social, CNPJ..."
      minLength={1}
      debounceMs={400}
      required={required}
      value={shown}
      load={search}
      {...(whenNothing && { whenNothing })}
      onChange={(found) => {
        if (found?.customer || !found) onChange(found?.customer ?? null);
      }}
      error={error}
      helperText={helperText}
    />
  );
}

async function search(term: string, signal: AbortSignal): Promise<FoundCustomer[]> {
  const { itens } = await call(customerRoutes.list, { query: { q: term, take: 20 } }, { signal });
  return itens.map((customer) => ({
    value: customer.id,
    label: nameOf(customer.id, customer.fant || customer.razSoc),
    second: secondOf(customer),
    badges: (
      <LegendBadges
        codes={customer.legendas.map(({ codigo }) => codigo)}
        blockReason={customer.motivoBloqueio}
      />
    ),
    customer,
  }));
}

const nameOf = (id: number, name: string) => `${id} - ${name}`;

const secondOf = ({ razSoc, documento, cidade, uf, motivoBloqueio }: CustomerOption) =>
  [
    razSoc,
    formatDocument(documento),
    cidade && `${cidade}/${uf}`,
    motivoBloqueio && `Bloqueado: ${motivoBloqueio}`,
  ]
    .filter(Boolean)
    .join(' · ');
