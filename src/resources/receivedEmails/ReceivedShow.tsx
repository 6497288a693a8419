import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useGetOne } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { mailReason } from '../../../contract/catalogs/mailReason.ts';
import { ReceivedEmail } from '../../../contract/config/receivedEmails.ts';
import { field } from '../../../contract/field.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { type KeyValue, KeyValueList } from '../../ui/components/detail/Section.tsx';
import { StatusChip } from '../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { SafeHtml } from '../../ui/components/display/SafeHtml.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { Decisions } from './Decisions.tsx';
import { receivedState } from './ReceivedList.tsx';

/** `/emails-recebidos/{id}`: an e-mail as received, and the actions for it. */
export function ReceivedShow() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <RequirePermission permission="TICKETS_EMAILS" personal>
      <Received id={id} />
    </RequirePermission>
  );
}

function Received({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useGetOne<ReceivedEmail>('emails-recebidos', { id });
  if (isPending) return <PageSkeleton />;
  if (!data)
    return (
      <Page title={`E-mail ${id}`}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  const reason = mailReason.find(({ value }) => value === data.motivo);
  return (
    <Page
      title={data.assunto || '(sem assunto)'}
      width="reading"
      aside={<StatusChip value={data.situacao} catalog={receivedState} />}
    >
      {reason && (
        <Alert severity={data.situacao === 'ESPERA' ? 'warning' : 'info'} sx={{ mb: 4 }}>
          {reason.label}
          {data.detalhe && `. ${data.detalhe}`}
        </Alert>
      )}
      <KeyValueList items={facts(data)} />
      <Box
        component="article"
        aria-label="Texto do e-mail"
        sx={({ vars: { palette } }) => ({
          my: 4,
          p: 4,
          borderRadius: 1,
          border: `1px solid ${palette.components.linha}`,
          backgroundColor: palette.components.superficie,
          overflowWrap: 'anywhere',
        })}
      >
        {data.texto ? <SafeHtml html={data.texto} /> : 'Sem texto.'}
        {data.citado && (
          <Box component="details" sx={{ mt: 2, '& summary': { cursor: 'pointer' } }}>
            <summary>{words('citado')}</summary>
            <SafeHtml html={data.citado} />
          </Box>
        )}
      </Box>
      {data.situacao !== 'NO_TICKET' && <Decisions email={data} />}
    </Page>
  );
}

const words = (name: keyof ReceivedEmail & string) => field(ReceivedEmail, name).label;

const facts = (email: ReceivedEmail): KeyValue[] => [
  { label: words('de'), value: email.nome ? `${email.nome}, ${email.de}` : email.de },
  { label: words('para'), value: email.para.join(', ') },
  { label: words('recebido'), value: <RelativeDate value={email.recebido} /> },
  ...(email.filial ? [{ label: words('filial'), value: email.filial }] : []),
  ...(email.anexos.length > 0 ? [{ label: words('anexos'), value: email.anexos.join(', ') }] : []),
  ...(email.deixados.length > 0 ? [{ label: words('deixados'), value: email.deixados.join('; ') }] : []),
  ...(email.ticket
    ? [
        {
          label: words('ticket'),
          value: (
            <Link component={RouterLink} to={`/tickets/${email.ticket}`}>
              {email.ticket}
            </Link>
          ),
        },
      ]
    : []),
  ...(email.decididoPor ? [{ label: words('decididoPor'), value: email.decididoPor }] : []),
];
