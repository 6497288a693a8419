import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useGetOne, useNotify } from 'ra-core';
import { useState } from 'react';
import type { CatalogRow } from '#contract/catalogs/catalog.ts';
import { emailRoutes, OutboxEmail } from '#contract/config/emails.ts';
import { field } from '#contract/field.ts';
import { call } from '#data/call.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { type KeyValue, KeyValueList } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import type { Filter, FilterValues } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf } from '#ui/lists/filterKinds.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';

/** `/emails`: the e-mails written by the console, sent or not. */
export function EmailList() {
  return (
    <RequirePermission permission="CONFIGURACAO_EMAILS" personal>
      <ListPage<OutboxEmail>
        resource="emails"
        title={{ menu: 'Caixa de saída' }}
        noun={['e-mail', 'e-mails']}
        columns={emailColumns}
        sort={{ field: 'criado', order: 'DESC' }}
        filters={emailFilters}
        words={{ toBar, fromBar }}
        search={{ key: 'q', placeholder: 'Endereço ou assunto' }}
        empty={{
          title: 'Nenhum e-mail ainda',
          text: 'Redefinições de senha e avisos de conta aparecem aqui.',
        }}
      />
    </RequirePermission>
  );
}

const emailColumns: readonly Column<OutboxEmail>[] = [
  fieldColumn(OutboxEmail, 'criado', { width: 150, sortable: true, card: 'fact' }),
  fieldColumn(OutboxEmail, 'para', { width: 260, sortable: true, card: 'fact' }),
  fieldColumn(OutboxEmail, 'assunto', { sortable: true, card: 'title' }),
  {
    id: 'situacao',
    label: 'Situação',
    width: 170,
    card: 'corner',
    render: (email) => <EmailSituation email={email} />,
  },
  fieldColumn(OutboxEmail, 'enviado', { label: 'Enviado', width: 150, sortable: true }),
];

/** The statuses of the filter bar, and the query for each. */
const SITUATIONS = [
  { value: 'ENVIADO', label: 'Enviado', asks: { enviado: true } },
  { value: 'NA_CAIXA', label: 'Na caixa de saída', asks: { enviado: false } },
  { value: 'COM_ERRO', label: 'Com erro', asks: { comErro: true } },
] as const;

const emailFilters: readonly Filter[] = [oneOf('situacao', 'Situação', SITUATIONS, { pinned: true })];

/** The bar uses named statuses, the server uses flags. */
const fromBar = ({ situacao, ...others }: FilterValues): Record<string, unknown> => ({
  ...others,
  ...SITUATIONS.find(({ value }) => value === situacao)?.asks,
});

function toBar(filter: Record<string, unknown>): FilterValues {
  const { enviado, comErro, ...others } = filter;
  const flags = JSON.stringify({
    ...(enviado !== undefined && { enviado }),
    ...(comErro !== undefined && { comErro }),
  });
  const situation = SITUATIONS.find(({ asks }) => JSON.stringify(asks) === flags);
  return { ...(others as FilterValues), ...(situation && { situacao: situation.value }) };
}

const SITUATION_CHIPS: readonly CatalogRow[] = [
  { value: 'ENVIADO', label: 'Enviado', color: 'sucesso', icon: 'MarkEmailRead' },
  { value: 'COM_ERRO', label: 'Com erro', color: 'perigo', icon: 'Warning' },
  { value: 'NA_CAIXA', label: 'Na caixa de saída', color: 'secundaria', icon: 'HourglassEmpty' },
];

/** Shows whether the e-mail was sent, was refused by the mail server, or is waiting. */
function EmailSituation({ email: { enviado, erro } }: { email: OutboxEmail }) {
  return (
    <StatusChip value={enviado ? 'ENVIADO' : erro ? 'COM_ERRO' : 'NA_CAIXA'} catalog={SITUATION_CHIPS} />
  );
}

/** `/emails/{id}`: one e-mail as it was written. */
export const EmailShow = () => (
  <RecordScreen permission="CONFIGURACAO_EMAILS" personal>
    {(id) => <Email id={id} />}
  </RecordScreen>
);

function Email({ id }: { id: number }) {
  const answer = useGetOne<OutboxEmail>('emails', { id });
  return (
    <LoadedPage answer={answer} title={`E-mail ${id}`}>
      {(email) => <EmailPage email={email} />}
    </LoadedPage>
  );
}

function EmailPage({ email }: { email: OutboxEmail }) {
  return (
    <Page title={email.assunto} width="reading" aside={<EmailSituation email={email} />}>
      <KeyValueList items={facts(email)} />
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
        <LinkedText text={email.texto} />
      </Box>
      {email.abreLink && <PersonalLink emailId={email.id} />}
    </Page>
  );
}

const facts = ({ para, criado, enviado, tentativas, erro }: OutboxEmail): KeyValue[] => [
  { label: 'Para', value: para },
  { label: field(OutboxEmail, 'criado').label, value: <RelativeDate value={criado} /> },
  { label: 'Enviado', value: enviado ? <RelativeDate value={enviado} /> : 'Ainda não' },
  ...(tentativas > 0 ? [{ label: 'Tentativas', value: `${tentativas}` }] : []),
  ...(erro ? [{ label: 'Último erro', value: erro }] : []),
];

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Plain text with its web addresses as links, for example the one for resetting a password. */
function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <Link key={index} href={part} rel="noreferrer">
        {part}
      </Link>
    ) : (
      part
    ),
  );
}

/** The demonstration company has no mail server, so the link can be opened here. */
function PersonalLink({ emailId }: { emailId: number }) {
  const [address, setAddress] = useState('');
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const open = async () => {
    setBusy(true);
    try {
      const { data } = await call(emailRoutes.openLink, { params: { id: emailId } });
      setAddress(data.endereco);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      severity="info"
      sx={{ mt: 4 }}
      action={
        <Button color="inherit" loading={busy} onClick={open}>
          Gerar o link
        </Button>
      }
    >
      O link pessoal não fica guardado. Como esta é a empresa de demonstração e não há servidor de e-mail,
      você pode gerá-lo aqui; com dados reais ele só chega a quem lê o e-mail.
      {address && (
        <Link href={address} rel="noreferrer" sx={{ display: 'block', mt: 2, overflowWrap: 'anywhere' }}>
          {address}
        </Link>
      )}
    </Alert>
  );
}
