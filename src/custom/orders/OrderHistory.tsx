import { useState } from 'react';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import type { CatalogRow } from '../../../contract/catalogs/catalog.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Timeline } from '../../ui/components/detail/Timeline.tsx';
import { PageLinks } from '../../ui/components/PageLinks/PageLinks.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../ui/shell/states/skeletons.tsx';

const TYPES: readonly CatalogRow[] = [
  { value: 'ORCAMENTO', label: 'Orçamento', color: 'informacao', icon: 'RequestQuote' },
  { value: 'PEDIDO', label: 'Pedido', color: 'sucesso', icon: 'ReceiptLong' },
];
const PER_PAGE = 10;

/** What happened to a quote or order, the newest first. */
export function OrderHistory({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useRoute(quoteRoutes.history, {
    params: { id },
    query: { page, take: PER_PAGE },
  });
  if (isPending) return <ListSkeleton rows={3} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Timeline
        catalog={TYPES}
        initial={PER_PAGE}
        entries={data.itens.map((entry) => ({
          id: entry.id,
          type: entry.tipo,
          at: entry.datahora_criacao,
          person: entry.autor,
          note: entry.historico,
        }))}
      />
      <PageLinks
        page={page}
        lastPage={data.paginator.last_page}
        perPage={PER_PAGE}
        total={data.paginator.total}
        onPage={setPage}
        links={3}
        noun={['registro', 'registros']}
      />
    </>
  );
}
