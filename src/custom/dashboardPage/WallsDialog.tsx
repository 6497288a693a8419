import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { type Wall, wallRoutes } from '#contract/sac/reports/walls.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog, type GivenSecret, SecretDialog } from '#ui/components/ConfirmDialog.tsx';
import { RelativeDate, SecondaryText } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';

interface WallsDialogProps {
  painel: string;
  onClose: () => void;
}

/** The screens on the wall that show this dashboard: made here, seen when, and ended. */
export function WallsDialog({ painel, onClose }: WallsDialogProps) {
  const titleId = useId();
  const answer = useRoute(wallRoutes.list, { query: { painel } }, { staleTime: 0 });
  const refetch = useRefetch();
  const reread = { onSettled: () => void refetch(wallRoutes.create) };
  const create = useRouteCommand(wallRoutes.create, reread);
  const [nome, setNome] = useState('');
  const [given, setGiven] = useState<GivenSecret | null>(null);
  const [ending, setEnding] = useState<Wall | null>(null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await create.mutateAsync({ body: { nome, painel } }).catch(() => ({ data: null }));
    if (!data) return;
    setNome('');
    setGiven({ message: data.message, chave: `${location.origin}/telao#${data.chave}` });
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen="phone"
      confirmsDiscard={false}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>Telões deste painel</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        <Typography variant="body2">
          Um telão mostra este painel em uma tela na parede, sem ninguém entrar na conta e sem nomes de
          clientes. Os números são os que você vê. Ele termina quando alguém o revoga ou quando você deixa de
          ser administrador.
        </Typography>
        <Failure answer={answer} />
        {!answer.data && !answer.error && <ListSkeleton rows={2} />}
        {answer.data?.length === 0 && <Typography variant="body2">Nenhum telão ainda.</Typography>}
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {answer.data?.map((wall) => (
            <li key={wall.id} style={{ display: 'flex', gap: 12, alignItems: 'center', padding: '6px 0' }}>
              <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {wall.nome}{' '}
                <SecondaryText>
                  {wall.revogado ? (
                    <>
                      revogado <RelativeDate value={wall.revogado} />
                    </>
                  ) : wall.ultimoUso ? (
                    <>
                      visto <RelativeDate value={wall.ultimoUso} />
                    </>
                  ) : (
                    'nunca aberto'
                  )}
                  <br />
                  criado por {wall.autor} <RelativeDate value={wall.criado} />, chave {wall.inicio}…
                </SecondaryText>
              </span>
              {!wall.revogado && (
                <Button
                  size="small"
                  color="error"
                  aria-label={`Revogar ${wall.nome}`}
                  onClick={() => setEnding(wall)}
                >
                  Revogar
                </Button>
              )}
            </li>
          ))}
        </ul>
        <form onSubmit={(event) => void make(event)} style={{ display: 'flex', gap: 12, alignItems: 'end' }}>
          <TextField
            label="Nome do telão novo"
            value={nome}
            onChange={(event) => setNome(event.target.value)}
            name="nome"
          />
          <Button type="submit" variant="contained" disabled={nome.trim() === '' || create.isPending}>
            Criar
          </Button>
        </form>
        {create.error && <Typography role="alert">{errorText(create.error)}</Typography>}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
      {given && <SecretDialog title="Copie o endereço" given={given} onClose={() => setGiven(null)} />}
      {ending && <EndWall wall={ending} onClose={() => setEnding(null)} />}
    </DialogFrame>
  );
}

function EndWall({ wall, onClose }: { wall: Wall; onClose: () => void }) {
  const refetch = useRefetch();
  const notify = useNotify();
  const revoke = useRouteCommand(wallRoutes.revoke, { onSettled: () => void refetch(wallRoutes.revoke) });
  return (
    <ConfirmDialog
      open
      title={`Revogar ${wall.nome}?`}
      text="A tela deixa de mostrar o painel em um minuto. Para mostrar de novo, crie outro telão."
      confirmLabel="Revogar telão"
      tone="error"
      onConfirm={async () => {
        const { data } = await revoke.mutateAsync({ params: { id: wall.id }, body: { versao: wall.versao } });
        onClose();
        notify(data.message, { type: 'success' });
      }}
      onCancel={onClose}
    />
  );
}
