import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { standardType } from '../../../contract/records/index.ts';
import { type RecordKey, type RecordTypeView, recordRoutes } from '../../../contract/records/routes.ts';
import { Forbidden } from '../../custom/console/Forbidden.tsx';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';

/** A screen of the type that the address names, for whoever may read it. */
export function OfType({ children }: { children: (type: RecordTypeView) => ReactNode }) {
  const { chave = '' } = useParams();
  const known = standardType(chave);
  const loaded = <Loaded chave={chave}>{children}</Loaded>;
  // Of a type that the company made itself only the server knows who may.
  return known ? <Guarded permission={known.permissoes.ler}>{loaded}</Guarded> : loaded;
}

function Loaded({ chave, children }: { chave: RecordKey; children: (type: RecordTypeView) => ReactNode }) {
  // A type changes with a new version of the console, or when somebody publishes it.
  const { data, error, refetch } = useRoute(
    recordRoutes.type,
    { params: { chave } },
    { staleTime: 5 * 60_000 },
  );
  if (data && error?.status !== 404) return children(data.data);
  if (error?.status === 404 || error?.status === 422) return <UnknownPath />;
  if (error?.status === 403) return <Forbidden />;
  return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <PageSkeleton />;
}
