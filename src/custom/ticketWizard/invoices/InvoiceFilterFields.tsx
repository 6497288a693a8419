import Box from '@mui/material/Box';
import { invoiceRoutes } from '../../../../contract/sac/invoices.ts';
import { call } from '../../../dataProvider/call.ts';
import { AsyncAutocomplete, type AsyncOption } from '../../../ui/components/inputs/AsyncAutocomplete.tsx';
import { DateField } from '../../../ui/components/inputs/DateField.tsx';
import { EntryStatus } from '../../../ui/entry/EntryStatus.tsx';
import { useItems } from '../state/itemsContext.ts';
import { SearchBox } from '../steps/SearchBox.tsx';
import type { InvoiceSearch } from './useInvoiceSearch.ts';

/** Number or key, period, and a product that the customer bought. */
export function InvoiceFilterFields({ search }: { search: InvoiceSearch }) {
  const { draft } = useItems();
  const { filters, change, oldest, today, enter, entry } = search;
  const products = async (term: string, signal: AbortSignal) => {
    const params = { idCli: draft.cliente?.id ?? 0, idFil: draft.filial?.idFil ?? 0 };
    const query = { take: 20, ...(term && { q: term }) };
    const { itens } = await call(invoiceRoutes.purchased, { params, query }, { signal });
    return itens.map(({ id, display }) => ({ value: id, label: display }));
  };
  return (
    <Box
      role="search"
      aria-label="Filtros das notas fiscais"
      data-own-enter
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1.2fr) 150px 150px' },
        '& > .wide': { gridColumn: '1 / -1' },
        '& > .number': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
      }}
    >
      <div className="number">
        <SearchBox
          label="Número da nota"
          placeholder="Número ou chave"
          value={filters.numero}
          onChange={(numero) => change({ numero })}
          onEnter={enter}
        />
      </div>
      <DateField
        label="De"
        live
        value={filters.from}
        min={oldest}
        max={filters.to ?? today}
        onChange={(from) => change({ from })}
      />
      <DateField
        label="Até"
        live
        value={filters.to}
        min={filters.from ?? oldest}
        max={today}
        onChange={(to) => change({ to })}
      />
      <div className="wide" style={{ display: 'grid', gap: 8 }}>
        <EntryStatus field={entry} />
        <AsyncAutocomplete<AsyncOption>
          label="Produto"
          hint="Digite Código ou Descrição"
          value={filters.product}
          load={products}
          onChange={(product) => change({ product })}
        />
      </div>
    </Box>
  );
}
