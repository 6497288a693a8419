import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useGetOne } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { mailReason, ReceivedEmail } from '#contract/config/emails.ts';
import { field } from '#contract/field.ts';
import { OriginalButton } from '#src/resources/tickets/shared/OriginalButton.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { type KeyValue, KeyValueList } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf } from '#ui/lists/filterKinds.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { chip, word } from '#ui/lists/shown.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Decisions } from './Decisions.tsx';
import { receivedState } from './receivedState.ts';

/** `/emails-recebidos`: received e-mails, and those waiting for a decision. */
export function ReceivedList() {
  return (
    <RequirePermission permission="TICKETS_EMAILS" personal>
      <ListPage<ReceivedEmail>
        resource="emails-recebidos"
        title={{ menu: 'E-mails recebidos' }}
        noun={['e-mail', 'e-mails']}
        columns={columns}
        sort={{ field: 'recebido', order: 'DESC' }}
        filters={filters}
        search={{ key: 'q', placeholder: 'Remetente ou assunto' }}
        empty={{
          title: 'Nenhum e-mail recebido ainda',
          text: 'As respostas dos clientes aparecem aqui quando a caixa de entrada está ligada.',
        }}
      />
    </RequirePermission>
  );
}

const columns: readonly Column<ReceivedEmail>[] = [
  fieldColumn(ReceivedEmail, 'recebido', { width: 150, sortable: true, card: 'fact' }),
  fieldColumn(ReceivedEmail, 'de', {
    width: 180,
    sortable: true,
    card: 'fact',
    render: ({ de, nome }) => nome || de || '—',
  }),
  fieldColumn(ReceivedEmail, 'assunto', { sortable: true, card: 'title', none: '(sem assunto)' }),
  fieldColumn(ReceivedEmail, 'motivo', { width: 230, card: 'fact', shown: word(mailReason) }),
  fieldColumn(ReceivedEmail, 'situacao', { width: 190, card: 'corner', shown: chip(receivedState) }),
];

const filters: readonly Filter[] = [
  oneOf('situacao', field(ReceivedEmail, 'situacao').label, receivedState, { pinned: true }),
  oneOf('motivo', field(ReceivedEmail, 'motivo').label, mailReason),
];

/** `/emails-recebidos/{id}`: an e-mail as received, and the actions for it. */
export const ReceivedShow = () => (
  <RecordScreen permission="TICKETS_EMAILS" personal>
    {(id) => <Received id={id} />}
  </RecordScreen>
);

function Received({ id }: { id: number }) {
  const answer = useGetOne<ReceivedEmail>('emails-recebidos', { id });
  return (
    <LoadedPage answer={answer} title={`E-mail ${id}`}>
      {(email) => <ReceivedPage email={email} />}
    </LoadedPage>
  );
}

function ReceivedPage({ email }: { email: ReceivedEmail }) {
  const reason = mailReason.find(({ value }) => value === email.motivo);
  return (
    <Page
      title={email.assunto || '(sem assunto)'}
      width="reading"
      aside={<StatusChip value={email.situacao} catalog={receivedState} />}
    >
      {reason && (
        <Alert severity={email.situacao === 'ESPERA' ? 'warning' : 'info'} sx={{ mb: 4 }}>
          {reason.label}
          {email.detalhe && `. ${email.detalhe}`}
        </Alert>
      )}
      <KeyValueList items={facts(email)} />
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
        {email.texto ? <SafeHtml html={email.texto} /> : 'Sem texto.'}
        {email.citado && (
          <Box component="details" sx={{ mt: 2, '& summary': { cursor: 'pointer' } }}>
            <summary>{words('citado')}</summary>
            <SafeHtml html={email.citado} />
          </Box>
        )}
      </Box>
      {email.original && (
        <Box sx={{ mb: 4 }}>
          <OriginalButton id={email.id} />
        </Box>
      )}
      {email.situacao !== 'NO_TICKET' && <Decisions email={email} />}
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
