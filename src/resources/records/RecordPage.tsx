import { standardType } from '../../../contract/records/index.ts';
import { upperFirst } from '../../../contract/records/recordType.ts';
import {
  type RecordKey,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '../../../contract/records/routes.ts';
import { Forbidden } from '../../custom/console/Guarded.tsx';
import { RecordEditor } from '../../custom/records/RecordEditor.tsx';
import { recordName } from '../../custom/records/recordColumns.tsx';
import { useRecordLive } from '../../custom/records/useRecordsLive.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';

interface RecordPageProps {
  type: RecordTypeView;
  /** `null`: a new one. */
  id: number | null;
}

/** `/cadastros/{chave}/{id}` and `/cadastros/{chave}/create`: one record, by the form of its type. */
export function RecordPage({ type, id }: RecordPageProps) {
  const permission = standardType(type.chave)?.permissoes.criar;
  if (id === null && !type.pode.criar)
    return <Forbidden what={`Criar ${type.titulo.um}`} {...(permission && { permission })} />;
  return id === null ? <RecordFrame type={type} record={undefined} /> : <Stored type={type} id={id} />;
}

function Stored({ type, id }: { type: RecordTypeView; id: number }) {
  const params = { chave: type.chave as RecordKey, id };
  const { data, error, isPending, refetch } = useRoute(recordRoutes.get, { params });
  useRecordLive(type.chave, id, refetch);
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => refetch()} />;
  return <RecordFrame type={type} record={data.data as StoredRecord} />;
}

function RecordFrame({ type, record }: { type: RecordTypeView; record: StoredRecord | undefined }) {
  const { chave, titulo } = type;
  const many = upperFirst(titulo.muitos);
  return (
    <Page
      title={record ? recordName(type, record) : `Criar ${titulo.um}`}
      crumbs={[{ label: many, to: `/cadastros/${chave}` }]}
      width="form"
    >
      <RecordEditor type={type} record={record} backTo={`/cadastros/${chave}`} />
    </Page>
  );
}
