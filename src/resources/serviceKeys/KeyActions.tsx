import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { CALL_SCOPE, type ServiceKey, serviceKeyRoutes } from '#contract/config/serviceKeys.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog, type GivenSecret } from '#ui/components/ConfirmDialog.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { KeyDialog } from './KeyDialog.tsx';

/** How long the previous secret remains valid, in hours. */
const OVERLAPS = [
  { value: 0, label: 'Nada: termina agora' },
  { value: 1, label: 'Uma hora' },
  { value: 24, label: 'Um dia' },
  { value: 168, label: 'Uma semana' },
];

interface KeyActionsProps {
  of: ServiceKey;
  onGiven: (secret: GivenSecret) => void;
}

/** Changes the key, rotates its secret or revokes it. */
export function KeyActions({ of: key, onGiven }: KeyActionsProps) {
  const [asking, setAsking] = useState<'change' | 'rotate' | 'sign' | 'revoke' | null>(null);
  const refetch = useRefetch();
  const notify = useNotify();
  // Also after a refusal: another user may have been faster, and the next click must be based on the current state.
  const reread = { onSettled: () => void refetch(serviceKeyRoutes.rotate) };
  const revoke = useRouteCommand(serviceKeyRoutes.revoke, reread);
  const sign = useRouteCommand(serviceKeyRoutes.sign, reread);
  const params = { id: key.id };
  const signs = key.situacao === 'ATIVA' && key.escopos.some(({ tipo }) => tipo === CALL_SCOPE.tipo);
  return (
    <>
      <Button size="small" onClick={() => setAsking('change')}>
        Alterar
      </Button>
      {key.situacao === 'ATIVA' && (
        <Button size="small" onClick={() => setAsking('rotate')}>
          Trocar
        </Button>
      )}
      {signs && (
        <Button size="small" onClick={() => setAsking('sign')}>
          Assinatura
        </Button>
      )}
      <Button size="small" color="error" onClick={() => setAsking('revoke')}>
        Revogar
      </Button>
      {asking === 'change' && <KeyDialog of={key} onClose={() => setAsking(null)} />}
      {asking === 'rotate' && (
        <CommandDialog
          route={serviceKeyRoutes.rotate}
          params={params}
          record={key}
          name="esta chave"
          decides
          read={() => ({ horas: 24 })}
          fields={{ horas: { choices: OVERLAPS } }}
          title={`Trocar o segredo de ${key.nome}?`}
          text="A chave continua com as mesmas permissões. Coloque o segredo novo no outro sistema antes de o anterior terminar."
          confirmLabel="Trocar segredo"
          onDone={(_, { data }) => {
            setAsking(null);
            onGiven(data);
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'sign' && (
        <ConfirmDialog
          open
          title={`${key.assinaDesde ? 'Trocar' : 'Criar'} o segredo de assinatura de ${key.nome}?`}
          text={`A central assina cada aviso e o manda para /telefonia/ligacoes?fonte=${key.id}, sem que um segredo viaje com ele.${key.assinaDesde ? ' O segredo de agora deixa de valer na hora.' : ''}`}
          confirmLabel={key.assinaDesde ? 'Trocar segredo' : 'Criar segredo'}
          onConfirm={async () => {
            const { data } = await sign.mutateAsync({ params, body: { versao: key.versao } });
            setAsking(null);
            onGiven(data);
          }}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          open
          title={`Revogar ${key.nome}?`}
          text="O sistema que a usa deixa de ler e gravar na hora. O que ele gravou fica, com o nome da chave no histórico."
          confirmLabel="Revogar chave"
          tone="error"
          onConfirm={async () => {
            const { data } = await revoke.mutateAsync({ params, body: { versao: key.versao } });
            setAsking(null);
            notify(data.message, { type: 'success' });
          }}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}
