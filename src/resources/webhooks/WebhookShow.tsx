import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useGetOne } from 'ra-core';
import { Link } from 'react-router';
import { Webhook } from '../../../contract/config/webhooks.ts';
import { field } from '../../../contract/field.ts';
import { FEED_SUBJECTS, isFeedSubject } from '../../../contract/records/feedSubjects.ts';
import { upperFirst } from '../../../contract/records/recordType.ts';
import { recordRoutes } from '../../../contract/records/routes.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { type KeyValue, KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { WebhookActions } from './WebhookActions.tsx';
import { deliveriesOf, situationOf } from './words.ts';

/** `/webhooks/{id}`: one address, how it stands, and what may be done with it. */
export function WebhookShow() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="CONFIGURACAO_WEBHOOKS">
      <Shown id={id} />
    </Guarded>
  );
}

function Shown({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useGetOne<Webhook>('webhooks', { id });
  const types = useRoute(recordRoutes.types, {}).data?.itens ?? [];
  if (isPending) return <PageSkeleton />;
  if (!data) {
    return (
      <Page title={`Webhook ${id}`}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  }
  const titleOf = (key: string) =>
    isFeedSubject(key)
      ? FEED_SUBJECTS[key].titulo
      : upperFirst(types.find(({ chave }) => chave === key)?.titulo.muitos ?? key);
  return (
    <Page title={data.nome} width="reading">
      {data.motivo && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Foi desligado pelo console. {data.motivo} Ao ligar, continua de onde parou.
        </Alert>
      )}
      <KeyValueList items={facts(data, titleOf)} />
      <Stack direction="row" sx={{ mt: 4, gap: 2, flexWrap: 'wrap' }}>
        <Button variant="contained" component={Link} to={deliveriesOf(data.id)}>
          Ver entregas
        </Button>
        <WebhookActions of={data} />
      </Stack>
    </Page>
  );
}

const words = (name: Parameters<typeof field<typeof Webhook>>[1]) => field(Webhook, name).label;

const facts = (webhook: Webhook, titleOf: (key: string) => string): KeyValue[] => [
  { label: words('url'), value: webhook.url },
  { label: 'Como está', value: situationOf(webhook) },
  ...(webhook.falhandoDesde
    ? [{ label: words('falhandoDesde'), value: <RelativeDate value={webhook.falhandoDesde} /> }]
    : []),
  { label: words('tipos'), value: webhook.tipos.map(titleOf).join(', ') },
  { label: words('filiais'), value: webhook.filiais.map(({ nome }) => nome).join(', ') || 'Todas' },
  ...(webhook.semChave ? [{ label: words('semChave'), value: webhook.semChave.nome }] : []),
  { label: words('pendentes'), value: `${webhook.pendentes}` },
  {
    label: words('ultimaEntrega'),
    value: webhook.ultimaEntrega ? <RelativeDate value={webhook.ultimaEntrega} /> : 'Nenhuma',
  },
  ...(webhook.anteriorAte
    ? [{ label: words('anteriorAte'), value: <RelativeDate value={webhook.anteriorAte} /> }]
    : []),
  { label: words('criado'), value: <RelativeDate value={webhook.criado} /> },
  { label: words('autor'), value: webhook.autor },
];
