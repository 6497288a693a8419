import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { Invoice } from '../../../../contract/sac/invoices.ts';
import { PageLinks } from '../../../ui/components/PageLinks/PageLinks.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { useItems } from '../state/itemsContext.ts';
import { InvoiceFilterFields } from './InvoiceFilterFields.tsx';
import type { InvoiceSearch } from './useInvoiceSearch.ts';

interface InvoicePagesProps {
  search: InvoiceSearch;
  children: (invoices: readonly Invoice[]) => ReactNode;
}

/** Filters, the invoices that fit, and the links to further pages. While files are on their way the page stays. */
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
  const { data, error, refetch } = search.invoices;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <ListSkeleton rows={5} />;
  if (data.itens.length === 0)
    return (
      <EmptyState
        title="Nenhuma Nota Fiscal encontrada."
        text="Use os filtros acima para encontrar Notas Fiscais."
      />
    );
  const list = children(data.itens);
  return error ? (
    <ErrorState error={error} onRetry={() => refetch()}>
      {list}
    </ErrorState>
  ) : (
    list
  );
}
