import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { DOCUMENT_DECIMALS, formatCount } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type Invoice, invoiceRoutes } from '#contract/sac/invoices.ts';
import { call } from '#data/call.ts';
import { NoteMark } from '#ui/components/display/NoteMark.tsx';
import { Money } from '#ui/components/display/Texts.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { PageLinks } from '#ui/components/PageLinks/PageLinks.tsx';
import { EntryStatus } from '#ui/entry/useEntryQueue.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import type { InvoiceSearch } from './InvoicesStep.tsx';
import { SearchBox } from './StepParts.tsx';

interface InvoicePagesProps {
  search: InvoiceSearch;
  children: (invoices: readonly Invoice[]) => ReactNode;
}

/** Filters, the matching invoices, and links to further pages. The page cannot be changed while files are being uploaded. */
export function InvoicePages({ search, children }: InvoicePagesProps) {
  const { chooseCustomer, uploads } = useItems();
  if (!search.ready)
    return (
      <EmptyState
        title="Escolha o cliente e a filial"
        text="As notas fiscais são as do cliente na filial escolhida."
        actions={
          chooseCustomer && (
            <Button variant="outlined" onClick={chooseCustomer}>
              Escolher
            </Button>
          )
        }
      />
    );
  const { data } = search.invoices;
  return (
    <>
      <div inert={uploads.going > 0}>
        <InvoiceFilterFields search={search} />
      </div>
      <div aria-busy={search.invoices.isFetching}>
        <Found search={search}>{children}</Found>
      </div>
      {data && data.itens.length > 0 && (
        <div inert={uploads.going > 0}>
          <PageLinks
            page={data.paginator.current_page}
            lastPage={data.paginator.last_page}
            perPage={search.perPage}
            total={data.paginator.total}
            noun={['nota fiscal', 'notas fiscais']}
            onPage={search.setPage}
          />
        </div>
      )}
    </>
  );
}

function Found({ search, children }: InvoicePagesProps) {
  return (
    <Answered answer={search.invoices}>
      {({ itens }) =>
        itens.length === 0 ? (
          <EmptyState
            title="Nenhuma Nota Fiscal encontrada."
            text="Use os filtros acima para encontrar Notas Fiscais."
          />
        ) : (
          children(itens)
        )
      }
    </Answered>
  );
}

/** Filters by number or key, period, and a product that the customer bought. */
function InvoiceFilterFields({ search }: { search: InvoiceSearch }) {
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

/** 'NF 123456', with date, items, value and carrier below. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { numNf, dtSai, qtdeIt, vlTot, transportadora, avisoNota, titulos = [] } = invoice;
  return (
    <span className="what">
      <span>
        <strong>NF {numNf}</strong> · {formatCalendarDate(dtSai)} ·{' '}
        <Money value={vlTot} decimals={DOCUMENT_DECIMALS} />
      </span>
      <span className="second">
        {[formatCount(qtdeIt, 'item', 'itens'), transportadora?.razSoc].filter(Boolean).join(' · ')}
      </span>
      <NoteMark text={avisoNota} />
      {titulos.length > 0 && (
        <span className="second">
          {titulos.map(({ nro, dtVenc, valor }) => (
            <span key={nro} style={{ display: 'block' }}>
              Título {nro}, vence em {formatCalendarDate(dtVenc)}:{' '}
              <Money value={valor} decimals={DOCUMENT_DECIMALS} />
            </span>
          ))}
        </span>
      )}
    </span>
  );
}
