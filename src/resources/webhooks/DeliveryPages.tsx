import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useGetOne, useNotify } from 'ra-core';
import {
  DELIVERY_STATES,
  WebhookDelivery,
  webhookDeliveryRoutes,
  webhookRoutes,
} from '#contract/config/webhooks.ts';
import { field } from '#contract/field.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { type KeyValue, KeyValueList } from '#ui/components/detail/Section.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { laterOptions } from '#ui/components/FilterBar/filters.ts';
import { namedOptions } from '#ui/components/FilterBar/namedOptions.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf } from '#ui/lists/filterKinds.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';
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
    <ListPage<WebhookDelivery>
      resource="entregas"
      title={{ menu: 'Entregas de webhooks' }}
      noun={['entrega', 'entregas']}
      columns={COLUMNS}
      sort={{ field: 'id', order: 'DESC' }}
      filters={[
        oneOf(
          'situacao',
          field(WebhookDelivery, 'situacao').label,
          DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
          { pinned: true },
        ),
        oneOf(
          'webhook',
          field(WebhookDelivery, 'webhook').label,
          laterOptions('webhook', webhookRoutes.list, { query: {} }, namedOptions),
          { pinned: true },
        ),
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
  fieldColumn(WebhookDelivery, 'evento', { card: 'title', second: ({ webhook }) => webhook.nome }),
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
  fieldColumn(WebhookDelivery, 'tentativas', { width: 120, card: 'fact' }),
  fieldColumn(WebhookDelivery, 'criado', { width: 170, card: 'fact' }),
  fieldColumn(WebhookDelivery, 'proxima', { width: 180, card: 'fact' }),
];

/** `/entregas/{id}`: one message, with its content and the response. */
export const DeliveryShow = () => (
  <RecordScreen permission="CONFIGURACAO_WEBHOOKS">{(id) => <Shown id={id} />}</RecordScreen>
);

function Shown({ id }: { id: number }) {
  const answer = useGetOne<WebhookDelivery>('entregas', { id });
  return (
    <LoadedPage answer={answer} title={`Entrega ${id}`}>
      {(delivery) => <DeliveryPage delivery={delivery} />}
    </LoadedPage>
  );
}

function DeliveryPage({ delivery }: { delivery: WebhookDelivery }) {
  return (
    <Page
      title={delivery.evento}
      width="reading"
      {...(delivery.corpo && { aside: <Resend id={delivery.id} /> })}
    >
      <KeyValueList items={facts(delivery)} />
      {delivery.corpo ? (
        <Code label={words('corpo')} text={JSON.stringify(JSON.parse(delivery.corpo), null, 2)} />
      ) : (
        <Typography color="text.secondary" sx={{ mt: 4 }}>
          O corpo enviado só aparece para quem pode ler tudo o que este webhook avisa.
        </Typography>
      )}
      {delivery.resposta && <Code label={words('resposta')} text={delivery.resposta} />}
    </Page>
  );
}

function Resend({ id }: { id: number }) {
  const refetch = useRefetch();
  const notify = useNotify();
  const resend = useRouteCommand(webhookDeliveryRoutes.resend, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (error) => notify(error.message, { type: 'error' }),
    onSettled: () => void refetch(webhookDeliveryRoutes.resend),
  });
  return (
    <Button
      variant="outlined"
      loading={resend.isPending}
      onClick={() => resend.mutate({ params: { id }, body: {} })}
    >
      Enviar de novo
    </Button>
  );
}

const words = (name: Parameters<typeof field<typeof WebhookDelivery>>[1]) =>
  field(WebhookDelivery, name).label;

const facts = (delivery: WebhookDelivery): KeyValue[] => [
  { label: words('webhook'), value: delivery.webhook.nome },
  { label: words('situacao'), value: STATE_LABELS[delivery.situacao] },
  { label: words('mensagem'), value: delivery.mensagem },
  { label: words('criado'), value: <RelativeDate value={delivery.criado} /> },
  { label: words('tentativas'), value: `${delivery.tentativas}` },
  ...(delivery.ultima ? [{ label: words('ultima'), value: <RelativeDate value={delivery.ultima} /> }] : []),
  ...(delivery.proxima
    ? [{ label: words('proxima'), value: <RelativeDate value={delivery.proxima} /> }]
    : []),
  ...(delivery.ultima
    ? [{ label: words('status'), value: delivery.status === null ? null : `${delivery.status}` }]
    : []),
];

const Code = ({ label, text }: { label: string; text: string }) => (
  <Box
    component="pre"
    role="region"
    aria-label={label}
    sx={({ vars: { palette } }) => ({
      mt: 4,
      mb: 0,
      p: 4,
      borderRadius: 1,
      border: `1px solid ${palette.components.linha}`,
      backgroundColor: palette.components.superficie,
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      fontSize: 13,
    })}
  >
    {text}
  </Box>
);
