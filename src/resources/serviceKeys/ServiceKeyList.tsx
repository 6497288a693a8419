import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { MAIL_SCOPE, ServiceKey, serviceKeyRoutes } from '../../../contract/config/serviceKeys.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { type GivenSecret, SecretDialog } from '../../ui/components/SecretDialog.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

/** `/chaves`: by which other systems read and write records. */
export function ServiceKeyList() {
  return (
    <Guarded permission="CONFIGURACAO_CHAVES">
      <Keys />
    </Guarded>
  );
}

function Keys() {
  const [asking, setAsking] = useState(false);
  const [given, setGiven] = useState<GivenSecret>();
  const queries = useQueryClient();
  const show = (secret: GivenSecret) => {
    setAsking(false);
    setGiven(secret);
    void queries.invalidateQueries();
  };
  return (
    <>
      <ResourceList<ServiceKey>
        resource="chaves"
        title="Chaves de integração"
        noun={['chave', 'chaves']}
        columns={[...COLUMNS, actions(show)]}
        sort={{ field: 'id', order: 'DESC' }}
        search={{ key: 'q', label: 'Buscar chaves', placeholder: 'Nome ou início da chave' }}
        empty={{
          title: 'Nenhuma chave',
          text: 'Com uma chave o seu ERP lê e grava produtos, preços, estoque e os outros cadastros em /dados/v1.',
        }}
        actions={
          <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setAsking(true)}>
            Criar chave
          </Button>
        }
      />
      {asking && <NewKeyDialog onClose={() => setAsking(false)} onMade={show} />}
      {given && <SecretDialog given={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}

const SITUATIONS: Readonly<Record<ServiceKey['situacao'], string>> = {
  ATIVA: 'Ativa',
  VENCIDA: 'Vencida',
  REVOGADA: 'Revogada',
};

const COLUMNS: readonly Column<ServiceKey>[] = [
  fieldColumn(ServiceKey, 'nome', {
    card: 'title',
    render: ({ nome }) => nome,
    second: ({ inicio }) => `${inicio}…`,
  }),
  fieldColumn(ServiceKey, 'escopos', {
    width: 180,
    card: 'fact',
    render: ({ escopos, filiais }) => (
      <>
        {scopeWords(escopos)}
        <SecondaryText>
          {filiais.length > 0 ? `, só ${filiais.map(({ nome }) => nome).join(', ')}` : ''}
        </SecondaryText>
      </>
    ),
  }),
  fieldColumn(ServiceKey, 'ultimoUso', {
    width: 170,
    render: ({ ultimoUso }) => (ultimoUso ? <RelativeDate value={ultimoUso} /> : 'nunca'),
  }),
  fieldColumn(ServiceKey, 'validade', {
    width: 170,
    card: 'fact',
    render: ({ validade }) => (validade ? <RelativeDate value={validade} /> : 'sem fim'),
  }),
  fieldColumn(ServiceKey, 'situacao', {
    width: 130,
    card: 'corner',
    render: ({ situacao }) => SITUATIONS[situacao],
  }),
];

/** '3 cadastros', 'entrega e-mails', or both. */
function scopeWords(scopes: ServiceKey['escopos']): string {
  const records = scopes.filter(({ tipo }) => tipo !== MAIL_SCOPE.tipo).length;
  const mails = records < scopes.length ? ['entrega e-mails'] : [];
  return [...(records > 0 ? [formatCount(records, 'cadastro', 'cadastros')] : []), ...mails].join(', ');
}

const actions = (onGiven: (secret: GivenSecret) => void): Column<ServiceKey> => ({
  id: 'comandos',
  label: 'Ações',
  width: 220,
  card: 'fact',
  render: (key) => (key.situacao === 'REVOGADA' ? null : <KeyActions of={key} onGiven={onGiven} />),
});

/** How long the secret before stays good, in hours. */
const OVERLAPS = [
  [0, 'Nada: termina agora'],
  [1, 'Uma hora'],
  [24, 'Um dia'],
  [168, 'Uma semana'],
] as const;

interface KeyActionsProps {
  of: ServiceKey;
  onGiven: (secret: GivenSecret) => void;
}

/** A new secret, or the end. */
function KeyActions({ of: key, onGiven }: KeyActionsProps) {
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const [horas, setHours] = useState(24);
  const queries = useQueryClient();
  const notify = useNotify();
  // Also after a refusal: somebody else may have been faster, and the next click is judged by what stands.
  const reread = { onSettled: () => void queries.invalidateQueries() };
  const rotate = useRouteCommand(serviceKeyRoutes.rotate, reread);
  const revoke = useRouteCommand(serviceKeyRoutes.revoke, reread);
  const params = { id: key.id };
  return (
    <>
      {key.situacao === 'ATIVA' && (
        <Button size="small" onClick={() => setAsking('rotate')}>
          Trocar
        </Button>
      )}
      <Button size="small" color="error" onClick={() => setAsking('revoke')}>
        Revogar
      </Button>
      {asking === 'rotate' && (
        <ConfirmDialog
          open
          title={`Trocar o segredo de ${key.nome}?`}
          text="A chave continua com as mesmas permissões. Ponha o segredo novo no outro sistema antes de o anterior terminar."
          confirmLabel="Trocar segredo"
          onConfirm={async () => {
            const { data } = await rotate.mutateAsync({ params, body: { versao: key.versao, horas } });
            setAsking(null);
            onGiven(data);
          }}
          onCancel={() => setAsking(null)}
        >
          <TextField
            select
            fullWidth
            sx={{ mt: 3 }}
            label="O anterior ainda vale por"
            value={horas}
            onChange={(event) => setHours(Number(event.target.value))}
          >
            {OVERLAPS.map(([hours, text]) => (
              <MenuItem key={hours} value={hours}>
                {text}
              </MenuItem>
            ))}
          </TextField>
        </ConfirmDialog>
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
