import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type OidcLink, oidcRoutes } from '#contract/session/oidc.ts';
import { type Passkey, passkeyRoutes } from '#contract/session/passkeys.ts';
import { hardNavigation } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { MakePasskeyForm, RecoveryCodes } from '../session/secondFactor/EnrolSteps.tsx';

/** Passkeys on the person's devices: creating, listing and removing them. */
export function PasskeySection() {
  const { data, error, refetch } = useRoute(passkeyRoutes.list, {});
  const [open, setOpen] = useState<'make' | string[] | null>(null);
  const close = () => {
    setOpen(null);
    void refetch();
  };
  return (
    <Box component="section" aria-labelledby="chaves-de-acesso" sx={{ mt: 8, maxWidth: 560 }}>
      <Typography id="chaves-de-acesso" variant="h2" sx={{ mb: 1 }}>
        Chaves de acesso
      </Typography>
      <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        Entre com o dedo, o rosto ou o PIN do aparelho, sem senha. Uma chave vale também como verificação em
        duas etapas.
      </Typography>
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <Undecided />}
      {data && data.length > 0 && (
        <List disablePadding sx={{ mt: 2 }} aria-labelledby="chaves-de-acesso">
          {data.map((key) => (
            <Row key={key.id} passkey={key} onGone={() => void refetch()} />
          ))}
        </List>
      )}
      {'PublicKeyCredential' in globalThis ? (
        <Button variant="outlined" sx={{ mt: 3 }} onClick={() => setOpen('make')}>
          Criar chave de acesso
        </Button>
      ) : (
        <Alert severity="info" sx={{ mt: 3 }}>
          Este navegador não oferece chaves de acesso neste endereço.
        </Alert>
      )}
      {open && (
        <DialogFrame
          open
          confirmsDiscard={false}
          fullWidth
          maxWidth="xs"
          aria-labelledby="chave-nova"
          onClose={open === 'make' ? close : () => {}}
        >
          <DialogTitle id="chave-nova">
            {open === 'make' ? 'Criar chave de acesso' : 'Códigos de recuperação'}
          </DialogTitle>
          <DialogContent>
            {open === 'make' ? (
              <MakePasskeyForm onMade={(codes) => (codes.length > 0 ? setOpen(codes) : close())} />
            ) : (
              <RecoveryCodes codes={open} onDone={close} />
            )}
            {open === 'make' && <CloseButton sx={{ mt: 2 }}>Cancelar</CloseButton>}
          </DialogContent>
        </DialogFrame>
      )}
    </Box>
  );
}

function Row({ passkey, onGone }: { passkey: Passkey; onGone: () => void }) {
  const notify = useNotify();
  const remove = useRouteCommand(passkeyRoutes.remove, {
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      onGone();
    },
    onError: (failure) => notify(errorText(failure), { type: 'error' }),
  });
  const { id, nome, criada, usada, sincronizada } = passkey;
  return (
    <ListItem
      disableGutters
      sx={{ gap: 3, flexWrap: 'wrap', borderTop: (t) => `1px solid ${t.vars.palette.components.linha}` }}
    >
      <ListItemText
        primary={nome}
        secondary={
          <>
            {usada ? (
              <>
                usada <RelativeDate value={usada} />
              </>
            ) : (
              <>
                criada <RelativeDate value={criada} />
              </>
            )}
            {sincronizada && ' · em todos os seus aparelhos'}
          </>
        }
        slotProps={{ secondary: { component: 'div' } }}
      />
      <Button
        variant="outlined"
        loading={remove.isPending}
        onClick={() => remove.mutate({ params: { id } })}
        aria-label={`Retirar ${nome}`}
      >
        Retirar
      </Button>
    </ListItem>
  );
}

/** The linked account at the company's identity provider. The section is hidden when no provider is configured. */
export function ProviderSection() {
  const { data, refetch } = useRoute(oidcRoutes.state, {});
  if (!data?.provedor) return null;
  return (
    <Box component="section" aria-labelledby="conta-da-empresa" sx={{ mt: 8, maxWidth: 560 }}>
      <Typography id="conta-da-empresa" variant="h2" sx={{ mb: 1 }}>
        {data.provedor}
      </Typography>
      {data.ligadaEm ? (
        <Linked link={data} onDone={() => void refetch()} />
      ) : (
        <Unlinked name={data.provedor} />
      )}
    </Box>
  );
}

function Linked({ link: { provedor, ligadaEm }, onDone }: { link: OidcLink; onDone: () => void }) {
  const notify = useNotify();
  const unlink = useRouteCommand(oidcRoutes.unlink, {
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      onDone();
    },
    onError: (failure) => notify(errorText(failure), { type: 'error' }),
  });
  return (
    <>
      <Typography component="div" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <Tag tone="success">Ligada</Tag>
        {ligadaEm && <RelativeDate value={ligadaEm} />}
      </Typography>
      <Button
        variant="outlined"
        sx={{ mt: 3 }}
        loading={unlink.isPending}
        onClick={() => unlink.mutate({})}
        aria-label={`Desligar ${provedor}`}
      >
        Desligar
      </Button>
    </>
  );
}

function Unlinked({ name }: { name: string }) {
  const notify = useNotify();
  const link = useRouteCommand(oidcRoutes.link, {
    onSuccess: ({ endereco }) => hardNavigation.leave(endereco),
    onError: (failure) => notify(errorText(failure), { type: 'error' }),
  });
  return (
    <>
      <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        Ligue as duas contas uma vez, e entre no Balcão sem outra senha.
      </Typography>
      <Button
        variant="outlined"
        sx={{ mt: 3 }}
        loading={link.isPending}
        onClick={() => link.mutate({})}
        aria-label={`Ligar ${name}`}
      >
        Ligar
      </Button>
    </>
  );
}
