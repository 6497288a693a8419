import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { mailAddressRoutes } from '#contract/sac/mailAddresses.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { PublicPage } from './PublicPage.tsx';

/**
 * `/descadastro/{token}`: stops the e-mails to one address. It asks first, because mail programs open links automatically.
 */
export function UnsubscribePage() {
  const { token = '' } = useParams();
  const { data, error, isPending } = useRoute(mailAddressRoutes.look, { params: { token } });
  return (
    <PublicPage title="E-mails sobre tickets">
      {isPending ? (
        <CircularProgress aria-label="Carregando" sx={{ mx: 'auto' }} />
      ) : data ? (
        <Leave token={token} {...data.data} />
      ) : (
        <Alert severity="error">
          {(error as { status?: number } | null)?.status === 404
            ? 'Este link não vale. Abra o do último e-mail que você recebeu.'
            : errorText(error)}
        </Alert>
      )}
    </PublicPage>
  );
}

function Leave({ token, endereco, recebe }: { token: string; endereco: string; recebe: boolean }) {
  const [done, setDone] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    setFailure('');
    try {
      setDone((await call(mailAddressRoutes.leave, { params: { token } })).data.message);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  if (done || !recebe)
    return (
      <Alert severity="success">
        {done || `${endereco} já não recebe e-mails sobre tickets.`} Para voltar a receber, peça ao
        atendimento.
      </Alert>
    );
  return (
    <Stack spacing={4}>
      {failure && <Alert severity="error">{failure}</Alert>}
      <Typography>
        {endereco} não receberá mais respostas nem mudanças de etapa por e-mail. Avisos obrigatórios, como o
        protocolo e o resultado, continuam.
      </Typography>
      <Button variant="contained" size="large" loading={busy} onClick={leave}>
        Não receber mais
      </Button>
    </Stack>
  );
}
