import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useGetOne, useNotify } from 'ra-core';
import { useState } from 'react';
import { emailRoutes, OutboxEmail } from '../../../contract/config/emails.ts';
import { field } from '../../../contract/field.ts';
import { RecordScreen } from '../../custom/console/RequirePermission.tsx';
import { call } from '../../dataProvider/call.ts';
import { type KeyValue, KeyValueList } from '../../ui/components/detail/Section.tsx';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import { LoadedPage } from '../../ui/shell/LoadedPage.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmailSituation } from './EmailList.tsx';

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
