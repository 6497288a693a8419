import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { standardType } from '../../../contract/records/index.ts';
import { type RecordKey, type RecordTypeView, recordRoutes } from '../../../contract/records/routes.ts';
import { Forbidden, Guarded } from '../../custom/console/Guarded.tsx';
import { ImportPage } from '../../custom/recordImport/ImportPage.tsx';
import { ImportStartPage } from '../../custom/recordImport/ImportStartPage.tsx';
import type { ImportPlace } from '../../custom/recordImport/useImport.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { FieldOwnersPage } from './FieldOwnersPage.tsx';
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
        path=":chave/origem"
        element={<OfType>{(type) => <FieldOwnersPage key={type.chave} type={type} />}</OfType>}
      />
      <Route
        path=":chave/importar"
        element={<Importing>{(type) => <ImportStartPage place={placeOf(type)} />}</Importing>}
      />
      <Route
        path=":chave/importar/:idImportacao"
        element={<Importing>{(type) => <ImportPage place={placeOf(type)} />}</Importing>}
      />
      <Route path=":chave/:id" element={<OfType>{(type) => <Record type={type} />}</OfType>} />
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  );
}

const placeOf = (type: RecordTypeView): ImportPlace => {
  const list = `/cadastros/${type.chave}`;
  const start = `${list}/importar`;
  // Its fields travel as data, and are what the type says.
  const { chave, titulo, codigo } = type;
  const campos = type.campos as ImportPlace['type']['campos'];
  return {
    type: { chave, titulo: titulo as ImportPlace['type']['titulo'], codigo, campos },
    list,
    start,
    one: (id) => `${start}/${id}`,
  };
};

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
