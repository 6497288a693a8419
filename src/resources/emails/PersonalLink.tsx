import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { emailRoutes } from '../../../contract/config/emails.ts';
import { call } from '../../dataProvider/call.ts';

/** The demonstration company has no mail server: whoever tries it opens the link here. */
export function PersonalLink({ emailId }: { emailId: number }) {
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
