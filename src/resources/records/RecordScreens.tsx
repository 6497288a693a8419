import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import type { RecordTypeView } from '../../../contract/records/routes.ts';
import { Forbidden } from '../../custom/console/Forbidden.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { ImportPage } from './import/ImportPage.tsx';
import { ImportStartPage } from './import/ImportStartPage.tsx';
import { OfType } from './OfType.tsx';
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
