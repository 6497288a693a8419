import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { incomingCallRoutes } from '#contract/callcenter/agendas/incomingCalls.ts';
import type { Output } from '#contract/route.ts';
import { normalizePhone } from '#contract/rules/phone.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useRegistration } from './shared/useRegistration.ts';

/**
 * `/buscar#fone=11987654321`: where a softphone leads when it rings. The number stands in the fragment, which no server is told, and
 * leaves the address at once, so that no history keeps it either.
 */
export function CallerPage() {
  const { can } = useCan();
  return (
    <RequirePermission permission={can('CLIENTE') ? 'CLIENTE' : 'SAC_CLIENTE_PESQUISAR'}>
      <CallerSearch />
    </RequirePermission>
  );
}

type Found = Output<typeof incomingCallRoutes.seek>['data'];

function CallerSearch() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const seek = useRouteCommand(incomingCallRoutes.seek);
  const [numero, setNumero] = useState('');
  const find = useStableCallback((given: string) => {
    if (given.trim()) seek.mutate({ body: { numero: given } });
  });
  useEffect(() => {
    const given = new URLSearchParams(hash.slice(1)).get('fone');
    if (given === null) return;
    setNumero(given);
    find(given);
    void navigate({ hash: '' }, { replace: true });
  }, [hash, find, navigate]);
  const found = seek.data?.data;
  const [only] = found?.clientes ?? [];
  if (found?.clientes.length === 1 && only) return <Navigate to={`/clientes/${only.id}`} replace />;
  return (
    <Page title="Quem está ligando" width="reading">
      <Box
        component="form"
        sx={{ display: 'flex', gap: 3, alignItems: 'flex-start', maxWidth: 480 }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          find(numero);
        }}
      >
        <TextField
          label="Telefone"
          value={numero}
          onChange={({ target }) => {
            setNumero(target.value);
            // The answer was about another number.
            seek.reset();
          }}
          slotProps={{ htmlInput: { inputMode: 'tel', maxLength: 60 } }}
          error={seek.isError}
          helperText={seek.error ? errorText(seek.error) : undefined}
          fullWidth
        />
        <Button type="submit" variant="contained" disabled={seek.isPending} sx={{ mt: 1 }}>
          Buscar
        </Button>
      </Box>
      <Box sx={{ mt: 5 }}>
        {seek.isPending && <ListSkeleton rows={2} />}
        <div role="status">{found && <Callers found={found} numero={numero} />}</div>
      </Box>
    </Page>
  );
}

function Callers({ found: { clientes, mais }, numero }: { found: Found; numero: string }) {
  const { mayRegister, register } = useRegistration();
  const navigate = useNavigate();
  if (clientes.length > 0)
    return (
      <>
        <Typography component="h2" variant="subtitle1" sx={{ mb: 2 }}>
          Clientes com este número
        </Typography>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, maxWidth: 480 }}>
          {clientes.map(({ id, fant, razSoc, contato }) => (
            <li key={id}>
              <Button
                component={Link}
                to={`/clientes/${id}`}
                variant="outlined"
                color="inherit"
                fullWidth
                sx={{ justifyContent: 'flex-start' }}
              >
                {[fant || razSoc, contato].filter(Boolean).join(' · ')}
              </Button>
            </li>
          ))}
        </Box>
        {mais && (
          <Typography sx={{ mt: 2 }}>Há outros com o mesmo número: busque pelo nome em Clientes.</Typography>
        )}
      </>
    );
  return (
    <Alert
      severity="info"
      action={
        mayRegister && (
          <Button
            color="inherit"
            onClick={() =>
              register({
                known: { contatos: { telefone1: normalizePhone(numero) } },
                onDone: (id) => void navigate(`/clientes/${id}`),
              })
            }
          >
            Cadastrar cliente
          </Button>
        )
      }
    >
      Nenhum cliente seu tem este número.
    </Alert>
  );
}
