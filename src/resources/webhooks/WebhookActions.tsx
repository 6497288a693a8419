import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Webhook, webhookRoutes } from '../../../contract/config/webhooks.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { type GivenSecret, SecretDialog } from '../../ui/components/SecretDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';

type Asked = 'test' | 'toggle' | 'rotate' | 'remove';

/** Change, test, on and off, a new secret, the end. */
export function WebhookActions({ of: webhook }: { of: Webhook }) {
  const [asking, setAsking] = useState<Asked | null>(null);
  const [editing, setEditing] = useState(false);
  const [given, setGiven] = useState<GivenSecret>();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  // Also after a refusal: somebody else may have been faster, and the next click is judged by what stands.
  const reread = { onSettled: () => void queries.invalidateQueries() };
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
  const questions: Record<Asked, { title: string; text: string; label: string; run: () => Promise<void> }> = {
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
        void queries.invalidateQueries();
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
            void queries.invalidateQueries();
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
