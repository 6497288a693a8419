import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { standardType } from '../../../contract/records/index.ts';
import { type RecordKey, type RecordTypeView, recordRoutes } from '../../../contract/records/routes.ts';
import { Forbidden } from '../../custom/console/Forbidden.tsx';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { ImportPage } from './import/ImportPage.tsx';
import { ImportStartPage } from './import/ImportStartPage.tsx';
import { RecordList } from './RecordList.tsx';
import { RecordPage } from './RecordPage.tsx';
import { RecordTypesPage } from './RecordTypesPage.tsx';

/** `/cadastros/*`: all types, the list of one, one record. What they show is read from the type. */
export function RecordScreens() {
  return (
    <Routes>
      <Route index element={<RecordTypesPage />} />
      <Route
        path=":chave"
        element={<OfType>{(type) => <RecordList key={type.chave} type={type} />}</OfType>}
      />
      <Route
        path=":chave/importar"
        element={<Importing>{(type) => <ImportStartPage type={type} />}</Importing>}
      />
      <Route
        path=":chave/importar/:idImportacao"
        element={<Importing>{(type) => <ImportPage type={type} />}</Importing>}
      />
      <Route path=":chave/:id" element={<OfType>{(type) => <Record type={type} />}</OfType>} />
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  );
}

/** For whoever may import the type. */
const Importing = ({ children }: { children: (type: RecordTypeView) => ReactNode }) => (
  <OfType>
    {(type) => (type.pode.importar ? children(type) : <Forbidden what={`Importar ${type.titulo.muitos}`} />)}
  </OfType>
);

function Record({ type }: { type: RecordTypeView }) {
  const { id = '' } = useParams();
  if (id !== 'create' && !/^\d{1,9}$/.test(id)) return <UnknownPath />;
  return <RecordPage key={`${type.chave} ${id}`} type={type} id={id === 'create' ? null : Number(id)} />;
}

/** A screen of the type that the address names, for whoever may read it. */
function OfType({ children }: { children: (type: RecordTypeView) => ReactNode }) {
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
