import Alert from '@mui/material/Alert';
import LinkButton from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useGetOne, useNotify } from 'ra-core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Webhook, webhookRoutes } from '#contract/config/webhooks.ts';
import { field } from '#contract/field.ts';
import { FEED_SUBJECTS, isFeedSubject } from '#contract/records/routes/feed.ts';
import { recordRoutes } from '#contract/records/routes/records.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog, type GivenSecret, SecretDialog } from '#ui/components/ConfirmDialog.tsx';
import { type KeyValue, KeyValueList } from '#ui/components/detail/Section.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen } from '#ui/shell/RequirePermission.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { deliveriesOf, situationOf } from './WebhookList.tsx';

/** `/webhooks/{id}`: one webhook, its status, and the actions for it. */
export const WebhookShow = () => (
  <RecordScreen permission="CONFIGURACAO_WEBHOOKS">{(id) => <Shown id={id} />}</RecordScreen>
);

function Shown({ id }: { id: number }) {
  const answer = useGetOne<Webhook>('webhooks', { id });
  return (
    <LoadedPage answer={answer} title={`Webhook ${id}`}>
      {(webhook) => <WebhookPage webhook={webhook} />}
    </LoadedPage>
  );
}

function WebhookPage({ webhook }: { webhook: Webhook }) {
  const types = useRoute(recordRoutes.types, {}).data?.itens ?? [];
  const titleOf = (key: string) =>
    isFeedSubject(key)
      ? FEED_SUBJECTS[key].titulo
      : upperFirst(types.find(({ chave }) => chave === key)?.titulo.muitos ?? key);
  return (
    <Page title={webhook.nome} width="reading">
      {webhook.motivo && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Foi desligado pelo console. {webhook.motivo} Ao ligar, continua de onde parou.
        </Alert>
      )}
      <KeyValueList items={facts(webhook, titleOf)} />
      <Stack direction="row" sx={{ mt: 4, gap: 2, flexWrap: 'wrap' }}>
        <LinkButton variant="contained" component={Link} to={deliveriesOf(webhook.id)}>
          Ver entregas
        </LinkButton>
        <WebhookActions of={webhook} />
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
    value: webhook.ultimaEntrega ? <RelativeDate value={webhook.ultimaEntrega} /> : null,
  },
  ...(webhook.anteriorAte
    ? [{ label: words('anteriorAte'), value: <RelativeDate value={webhook.anteriorAte} /> }]
    : []),
  { label: words('criado'), value: <RelativeDate value={webhook.criado} /> },
  { label: words('autor'), value: webhook.autor },
];

type Requested = 'test' | 'toggle' | 'rotate' | 'remove';

/** Edits, tests, switches on or off, rotates the secret, or deletes the webhook. */
function WebhookActions({ of: webhook }: { of: Webhook }) {
  const [asking, setAsking] = useState<Requested | null>(null);
  const [editing, setEditing] = useState(false);
  const [given, setGiven] = useState<GivenSecret>();
  const refetch = useRefetch();
  const notify = useNotify();
  const navigate = useNavigate();
  // Also after a refusal: another user may have been faster, and the next click must be based on the current state.
  const reread = { onSettled: () => void refetch(webhookRoutes.update) };
  const test = useRouteCommand(webhookRoutes.test, reread);
  const toggle = useRouteCommand(webhookRoutes.toggle, reread);
  const rotate = useRouteCommand(webhookRoutes.rotate, reread);
  const remove = useRouteCommand(webhookRoutes.remove);
  const { id, nome, ativo, versao } = webhook;
  const params = { id };
  const done = (message: string) => {
    setAsking(null);
    notify(message, { type: 'success' });
  };
  const questions: Record<
    Requested,
    { title: string; text: string; label: string; run: () => Promise<void> }
  > = {
    test: {
      title: `Enviar um teste a ${nome}?`,
      text: 'O endereço recebe um aviso do tipo "teste", assinado como os outros. A resposta aparece nas entregas.',
      label: 'Enviar teste',
      run: async () => done((await test.mutateAsync({ params, body: {} })).data.message),
    },
    toggle: {
      title: `${ativo ? 'Desligar' : 'Ligar'} ${nome}?`,
      text: ativo
        ? 'Nada mais é enviado. O que mudar fica guardado, e segue quando for ligado de novo.'
        : 'Continua de onde parou: o que mudou enquanto esteve desligado é enviado agora.',
      label: ativo ? 'Desligar webhook' : 'Ligar webhook',
      run: async () =>
        done((await toggle.mutateAsync({ params, body: { versao, ativo: !ativo } })).data.message),
    },
    rotate: {
      title: `Trocar o segredo de ${nome}?`,
      text: 'Por um dia os avisos vão assinados pelos dois segredos, para o outro sistema trocar sem perder nenhum.',
      label: 'Trocar segredo',
      run: async () => {
        const { data } = await rotate.mutateAsync({ params, body: { versao } });
        setAsking(null);
        setGiven({ message: data.message, chave: data.segredo });
      },
    },
    remove: {
      title: `Excluir ${nome}?`,
      text: 'As entregas dele somem junto, também as que ainda não foram feitas.',
      label: 'Excluir webhook',
      run: async () => {
        const { data } = await remove.mutateAsync({ params });
        done(data.message);
        void refetch(webhookRoutes.update);
        navigate('/webhooks');
      },
    },
  };
  const question = asking && questions[asking];
  return (
    <>
      <Button onClick={() => setEditing(true)}>Editar</Button>
      <Button onClick={() => setAsking('test')}>Enviar teste</Button>
      <Button onClick={() => setAsking('toggle')}>{ativo ? 'Desligar' : 'Ligar'}</Button>
      <Button onClick={() => setAsking('rotate')}>Trocar segredo</Button>
      <Button color="error" onClick={() => setAsking('remove')}>
        Excluir
      </Button>
      {editing && (
        <WebhookDialog
          webhook={webhook}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            void refetch(webhookRoutes.update);
          }}
        />
      )}
      {question && (
        <ConfirmDialog
          open
          title={question.title}
          text={question.text}
          confirmLabel={question.label}
          {...(asking === 'remove' && { tone: 'error' as const })}
          onConfirm={question.run}
          onCancel={() => setAsking(null)}
        />
      )}
      {given && <SecretDialog title="Copie o segredo" given={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}
