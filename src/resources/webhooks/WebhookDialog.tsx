import { useNotify } from 'ra-core';
import { Webhook, WebhookInput, webhookRoutes } from '../../../contract/config/webhooks.ts';
import { field } from '../../../contract/field.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import type { GivenSecret } from '../../ui/components/SecretDialog.tsx';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { useHeldForm } from '../../ui/conflict/useHeldForm.ts';
import { WebhookFields, type WebhookForm } from './WebhookFields.tsx';

interface WebhookDialogProps {
  /** Absent for a new one. */
  webhook?: Webhook;
  onClose: () => void;
  /** Of a new one, its secret; of one that was changed, nothing. */
  onDone: (secret?: GivenSecret) => void;
}

const EMPTY: WebhookForm = { nome: '', url: '', tipos: [], filiais: [], semChave: null };

const formOf = ({ nome, url, tipos, filiais, semChave }: Webhook): WebhookForm => ({
  nome,
  url,
  tipos,
  filiais,
  semChave,
});

function bodyOf({ nome, url, tipos, filiais, semChave }: WebhookForm): WebhookInput {
  if (!nome.trim()) throw new Error('Dê um nome ao webhook.');
  if (!url.trim()) throw new Error('Informe o endereço que será avisado.');
  if (tipos.length === 0) throw new Error('Escolha ao menos um tipo de mudança.');
  return {
    nome: nome.trim(),
    url: url.trim(),
    tipos: tipos as WebhookInput['tipos'],
    filiais: filiais.map(({ id }) => id),
    semChave: semChave?.id ?? null,
  };
}

/** An address of another system, made or changed. */
export function WebhookDialog({ webhook, onClose, onDone }: WebhookDialogProps) {
  const held = useHeldForm<WebhookForm>({
    versao: webhook?.versao ?? 0,
    initial: webhook ? formOf(webhook) : EMPTY,
    read: formOf,
  });
  const create = useRouteCommand(webhookRoutes.create);
  const update = useRouteCommand(webhookRoutes.update);
  const notify = useNotify();
  const send = async () => {
    const body = bodyOf(held.value);
    if (!webhook) {
      const { data } = await create.mutateAsync({ body });
      return onDone({ message: data.message, chave: data.segredo });
    }
    const answer = await held.send((versao) =>
      update.mutateAsync({ params: { id: webhook.id }, body: { ...body, versao } }),
    );
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={webhook ? `Editar ${webhook.nome}` : 'Criar webhook'}
      text={
        webhook
          ? 'O segredo continua o mesmo. O que ainda não foi entregue vai ao endereço que ficar, menos o que deixar de ser avisado.'
          : 'O endereço recebe um POST assinado a cada mudança, ao menos uma vez. O segredo da assinatura aparece uma vez, depois de criar.'
      }
      confirmLabel={webhook ? 'Salvar' : 'Criar webhook'}
      disabled={webhook ? !held.changed || held.undecided : false}
      onConfirm={send}
      onCancel={onClose}
    >
      <ConflictView conflict={held} name="este webhook" labels={LABELS} />
      <WebhookFields value={held.value} set={held.set} />
    </ConfirmDialog>
  );
}

const names = (chosen: readonly { nome: string }[]) => chosen.map(({ nome }) => nome).join(', ');

const LABELS = {
  nome: field(WebhookInput, 'nome').label,
  url: field(WebhookInput, 'url').label,
  tipos: { label: field(Webhook, 'tipos').label, show: (tipos: readonly string[]) => tipos.join(', ') },
  filiais: {
    label: field(Webhook, 'filiais').label,
    show: (filiais: WebhookForm['filiais']) => names(filiais) || 'Todas',
  },
  semChave: {
    label: field(Webhook, 'semChave').label,
    show: (key: WebhookForm['semChave']) => key?.nome ?? '(vazio)',
  },
};
