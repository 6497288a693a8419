import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Webhook, type WebhookDelivery, webhookRoutes } from '#contract/config/webhooks.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRefetch } from '#data/refetch.ts';
import { type GivenSecret, SecretDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';

/** `/webhooks`: addresses of other systems that are notified of changes. */
export function WebhookList() {
  return (
    <RequirePermission permission="CONFIGURACAO_WEBHOOKS">
      <Webhooks />
    </RequirePermission>
  );
}

function Webhooks() {
  const [asking, setAsking] = useState(false);
  const [given, setGiven] = useState<GivenSecret>();
  const refetch = useRefetch();
  return (
    <>
      <ListPage<Webhook>
        resource="webhooks"
        title={{ menu: 'Webhooks' }}
        noun={['webhook', 'webhooks']}
        columns={COLUMNS}
        sort={{ field: 'id', order: 'DESC' }}
        search={{ label: 'Buscar webhooks', key: 'q', placeholder: 'Nome ou endereço' }}
        empty={{
          title: 'Nenhum webhook',
          text: 'Um webhook avisa o seu ERP na hora: pedido fechado, pagamento, etapa de ticket, cliente alterado.',
        }}
        actions={
          <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setAsking(true)}>
            Criar webhook
          </Button>
        }
      />
      {asking && (
        <WebhookDialog
          onClose={() => setAsking(false)}
          onDone={(secret) => {
            setAsking(false);
            setGiven(secret);
            void refetch(webhookRoutes.create);
          }}
        />
      )}
      {given && <SecretDialog title="Copie o segredo" given={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  fieldColumn(Webhook, 'nome', { card: 'title', second: ({ url }) => url }),
  fieldColumn(Webhook, 'tipos', {
    width: 180,
    card: 'fact',
    render: ({ tipos, filiais }) => (
      <>
        {formatCount(tipos.length, 'tipo', 'tipos')}
        <SecondaryText>
          {filiais.length > 0 ? `, só ${filiais.map(({ nome }) => nome).join(', ')}` : ''}
        </SecondaryText>
      </>
    ),
  }),
  fieldColumn(Webhook, 'pendentes', { width: 150, card: 'fact' }),
  fieldColumn(Webhook, 'ultimaEntrega', { width: 170, card: 'fact', none: 'nenhuma' }),
  fieldColumn(Webhook, 'ativo', { width: 180, card: 'fact', render: situationOf }),
];

export const STATE_LABELS: Readonly<Record<WebhookDelivery['situacao'], string>> = {
  PENDENTE: 'Pendente',
  ENTREGUE: 'Entregue',
  DESISTIU: 'Desistiu',
};

/** A webhook's status in a few words. */
export function situationOf({ ativo, motivo, falhandoDesde }: Webhook): string {
  if (!ativo) return motivo ? 'Desligado por falhas' : 'Desligado';
  return falhandoDesde ? 'Falhando' : 'Ligado';
}

/** Path of the delivery list, filtered by one webhook. */
export const deliveriesOf = (id: number): string =>
  `/entregas?filter=${encodeURIComponent(JSON.stringify({ webhook: id }))}`;
