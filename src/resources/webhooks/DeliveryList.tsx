import { DELIVERY_STATES, WebhookDelivery, webhookRoutes } from '../../../contract/config/webhooks.ts';
import { field } from '../../../contract/field.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { namedOptions } from '../../custom/customers/CustomerLabel.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import { laterOptions } from '../../ui/components/FilterBar/filters.ts';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { STATE_LABELS } from './WebhookList.tsx';

/** `/entregas`: the messages sent to other systems, and their responses. */
export function DeliveryList() {
  return (
    <RequirePermission permission="CONFIGURACAO_WEBHOOKS">
      <Deliveries />
    </RequirePermission>
  );
}

function Deliveries() {
  return (
    <ResourceList<WebhookDelivery>
      resource="entregas"
      title="Entregas de webhooks"
      noun={['entrega', 'entregas']}
      columns={COLUMNS}
      sort={{ field: 'id', order: 'DESC' }}
      filters={[
        {
          key: 'situacao',
          label: field(WebhookDelivery, 'situacao').label,
          kind: 'select',
          pinned: true,
          options: DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
        },
        {
          key: 'webhook',
          label: field(WebhookDelivery, 'webhook').label,
          kind: 'select',
          pinned: true,
          options: laterOptions('webhook', webhookRoutes.list, { query: {} }, namedOptions),
        },
      ]}
      search={{ label: 'Buscar entregas', key: 'q', placeholder: 'Evento ou número da mensagem' }}
      empty={{
        title: 'Nenhuma entrega',
        text: 'Cada mudança que um webhook avisa aparece aqui, com o que o endereço respondeu.',
      }}
    />
  );
}

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  fieldColumn(WebhookDelivery, 'evento', {
    card: 'title',
    render: ({ evento }) => evento,
    second: ({ webhook }) => webhook.nome,
  }),
  fieldColumn(WebhookDelivery, 'situacao', {
    width: 130,
    card: 'fact',
    render: ({ situacao }) => STATE_LABELS[situacao],
  }),
  fieldColumn(WebhookDelivery, 'status', {
    width: 120,
    card: 'fact',
    render: ({ status, ultima }) => status ?? (ultima ? 'sem resposta' : ''),
  }),
  fieldColumn(WebhookDelivery, 'tentativas', {
    width: 120,
    card: 'fact',
    render: ({ tentativas }) => tentativas,
  }),
  fieldColumn(WebhookDelivery, 'criado', {
    width: 170,
    card: 'fact',
    render: ({ criado }) => <RelativeDate value={criado} />,
  }),
  fieldColumn(WebhookDelivery, 'proxima', {
    width: 180,
    card: 'fact',
    render: ({ proxima }) => (proxima ? <RelativeDate value={proxima} /> : ''),
  }),
];
