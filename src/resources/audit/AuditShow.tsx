import Typography from '@mui/material/Typography';
import { useGetOne } from 'ra-core';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '../../../contract/config/audit.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { actionName, recordName } from './auditColumns.tsx';
import { Differences } from './Differences.tsx';

/** `/auditoria/{id}`: one write, and what it changed. */
export function AuditShow() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="AUDITORIA">
      <Entry id={id} />
    </Guarded>
  );
}

function Entry({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useGetOne<AuditEntry>('auditoria', { id });
  if (isPending) return <PageSkeleton />;
  if (!data) {
    return (
      <Page title={`Registro ${id}`}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  }
  return (
    <Page title={`${actionName(data)}: ${recordName(data)}`} width="form">
      <KeyValueList
        items={[
          { label: 'Quem', value: data.pessoa?.nome ?? 'Sistema' },
          { label: 'Quando', value: <RelativeDate value={data.quando} exact /> },
          { label: 'Registro', value: <RecordLink entry={data} /> },
          { label: 'Endereço de rede', value: data.ip },
          { label: 'Protocolo', value: data.protocolo },
        ]}
      />
      <Typography variant="h2" sx={{ mt: 6, mb: 2 }}>
        O que mudou
      </Typography>
      <Differences before={data.antes} after={data.depois} />
    </Page>
  );
}

/** Records that have a page of their own are linked. */
const PATHS: Record<string, string> = {
  tickets: '/tickets/',
  pickups: '/coletas/',
  faq_articles: '/artigo/',
};

function RecordLink({ entry }: { entry: AuditEntry }) {
  const path = PATHS[entry.entidade];
  const name = recordName(entry);
  return path ? <Link to={`${path}${entry.registro}`}>{name}</Link> : name;
}
