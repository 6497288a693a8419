import Box from '@mui/material/Box';
import { useGetOne } from 'ra-core';
import type { OutboxEmail } from '../../../contract/config/emails.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { type KeyValue, KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { EmailSituation } from './EmailSituation.tsx';
import { LinkedText } from './LinkedText.tsx';
import { PersonalLink } from './PersonalLink.tsx';

/** `/emails/{id}`: one e-mail as it was written. */
export function EmailShow() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="CONFIGURACAO_EMAILS">
      <Email id={id} />
    </Guarded>
  );
}

function Email({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useGetOne<OutboxEmail>('emails', { id });
  if (isPending) return <PageSkeleton />;
  if (!data) {
    return (
      <Page title={`E-mail ${id}`}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  }
  return (
    <Page title={data.assunto} width="reading" aside={<EmailSituation email={data} />}>
      <KeyValueList items={facts(data)} />
      <Box
        component="article"
        aria-label="Texto do e-mail"
        sx={({ vars: { palette } }) => ({
          mt: 4,
          p: 4,
          borderRadius: 1,
          border: `1px solid ${palette.components.linha}`,
          backgroundColor: palette.components.superficie,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        })}
      >
        <LinkedText text={data.texto} />
      </Box>
      {data.abreLink && <PersonalLink emailId={data.id} />}
    </Page>
  );
}

const facts = ({ para, criado, enviado, tentativas, erro }: OutboxEmail): KeyValue[] => [
  { label: 'Para', value: para },
  { label: 'Escrito', value: <RelativeDate value={criado} /> },
  { label: 'Enviado', value: enviado ? <RelativeDate value={enviado} /> : 'Ainda não' },
  ...(tentativas > 0 ? [{ label: 'Tentativas', value: `${tentativas}` }] : []),
  ...(erro ? [{ label: 'Último erro', value: erro }] : []),
];
