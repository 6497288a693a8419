import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { MAIL_SCOPE, ServiceKey } from '../../../contract/config/serviceKeys.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { type GivenSecret, SecretDialog } from '../../ui/components/ConfirmDialog.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate, SecondaryText } from '../../ui/components/display/Texts.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { KeyActions } from './KeyActions.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

/** `/chaves`: the keys with which other systems read and write records. */
export function ServiceKeyList() {
  return (
    <RequirePermission permission="CONFIGURACAO_CHAVES">
      <Keys />
    </RequirePermission>
  );
}

function Keys() {
  const [asking, setAsking] = useState(false);
  const [given, setGiven] = useState<GivenSecret>();
  const queries = useQueryClient();
  const show = useCallback(
    (secret: GivenSecret) => {
      setAsking(false);
      setGiven(secret);
      void queries.invalidateQueries();
    },
    [queries],
  );
  const rowActions = useCallback(
    (key: ServiceKey) => key.situacao !== 'REVOGADA' && <KeyActions of={key} onGiven={show} />,
    [show],
  );
  return (
    <>
      <ResourceList<ServiceKey>
        resource="chaves"
        title="Chaves de integração"
        noun={['chave', 'chaves']}
        columns={COLUMNS}
        rowActions={rowActions}
        actionsWidth={200}
        actionsAlwaysVisible
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

export const SITUATIONS: Readonly<Record<ServiceKey['situacao'], string>> = {
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

/** E.g. '3 cadastros', 'entrega e-mails', or both. */
function scopeWords(scopes: ServiceKey['escopos']): string {
  const records = scopes.filter(({ tipo }) => tipo !== MAIL_SCOPE.tipo).length;
  const mails = records < scopes.length ? ['entrega e-mails'] : [];
  return [...(records > 0 ? [formatCount(records, 'cadastro', 'cadastros')] : []), ...mails].join(', ');
}
