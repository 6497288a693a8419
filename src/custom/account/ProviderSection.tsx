import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type OidcLink, oidcRoutes } from '../../../contract/session/oidc.ts';
import { pageExit } from '../../dataProvider/leave.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { Tag } from '../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { errorText } from '../../ui/shell/errorText.ts';

/** The account at the company's provider: linked or not. Where none is configured there is no such section. */
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
    onSuccess: ({ endereco }) => pageExit.leave(endereco),
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
