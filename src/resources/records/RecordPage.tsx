import { useEffect } from 'react';
import { RECORDS_CHANGED, recordChannel } from '../../../contract/realtime.ts';
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
import { useRoute } from '../../dataProvider/useRoute.ts';
import { useStableCallback } from '../../ui/components/useStableCallback.ts';
import { gathered } from '../../ui/live/gathered.ts';
import { live } from '../../ui/live/live.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
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

/** Several writes of one moment are read together. ms */
const GATHERED_MS = 150;

/** What somebody else writes is read at once: the form shows it, or what it is at odds with. */
function useRecordLive(type: string, id: number, readAgain: () => unknown) {
  const again = useStableCallback(readAgain);
  useEffect(() => {
    const renew = gathered(() => void again(), GATHERED_MS);
    const leave = live.listen(recordChannel(type, id), {
      onEvent: ({ event }) => void (event === RECORDS_CHANGED && renew.call()),
      onMissed: renew.call,
    });
    return () => {
      renew.cancel();
      leave();
    };
  }, [type, id, again]);
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
