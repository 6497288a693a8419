import { formatDocument } from '../../../../contract/rules/documents.ts';
import { type CustomerOption, customerRoutes } from '../../../../contract/sac/customers.ts';
import { call } from '../../../dataProvider/call.ts';
import { LegendBadges } from '../../../ui/components/display/Chips.tsx';
import { AsyncAutocomplete, type AsyncOption } from '../../../ui/components/inputs/AsyncAutocomplete.tsx';
import { chooseCustomer } from '../state/draftTransitions.ts';
import { useWizard } from '../state/wizardContext.ts';

interface FoundCustomer extends AsyncOption {
  customer: CustomerOption | null;
}

/** Customers by code, name or document; asked 400 ms after the last key. */
export function CustomerSearch() {
  const { draft, changeAsking, textAt } = useWizard();
  const { cliente, consumidorFinal } = draft;
  const value: FoundCustomer | null = cliente && {
    value: cliente.id,
    label: nameOf(cliente.id, cliente.fant || cliente.razSoc),
    customer: null,
  };
  return (
    <AsyncAutocomplete<FoundCustomer>
      label={consumidorFinal ? 'Cliente já cadastrado' : 'Cliente'}
      hint="Código, Razão Social, CNPJ..."
      minLength={1}
      debounceMs={400}
      required={!consumidorFinal}
      value={value}
      load={search}
      onChange={(found) => {
        if (found?.customer || !found) changeAsking((now) => chooseCustomer(now, found?.customer ?? null));
      }}
      error={textAt('idCli')}
      helperText={
        consumidorFinal ? 'Sem cliente, o ticket fica no cadastro do documento informado acima.' : undefined
      }
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
