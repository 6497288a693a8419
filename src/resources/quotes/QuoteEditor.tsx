import { useLocation } from 'react-router-dom';
import { quoteEditingRoutes } from '../../../contract/callcenter/quoteEditing.ts';
import { OpenQuote } from '../../custom/quoteEditor/OpenQuote.tsx';
import { QuoteWorkspace } from '../../custom/quoteEditor/QuoteWorkspace.tsx';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';

/** /orcamentos/create opens a quote, /orcamentos/:id edits it. */
export function QuoteEditor() {
  const id = useRecordId();
  const { pathname } = useLocation();
  if (id === null) return pathname.endsWith('/create') ? <OpenQuote /> : <UnknownPath />;
  return <LoadedQuote key={id} id={id} />;
}

function LoadedQuote({ id }: { id: number }) {
  // What is being edited is not replaced under the person by a refresh.
  const quote = useRoute(
    quoteEditingRoutes.cart,
    { params: { id } },
    { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0, gcTime: 0 },
  );
  if (quote.data) return <QuoteWorkspace first={quote.data.data} />;
  if (quote.error instanceof CallFailure && quote.error.status === 404) return <UnknownPath />;
  if (quote.error) return <ErrorState error={quote.error} onRetry={() => void quote.refetch()} />;
  return <PageSkeleton />;
}
