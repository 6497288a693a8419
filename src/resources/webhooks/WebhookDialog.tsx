import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { useGetList, useNotify } from 'ra-core';
import type { ServiceKey } from '#contract/config/serviceKeys.ts';
import { Webhook, WebhookInput, webhookRoutes } from '#contract/config/webhooks.ts';
import { field } from '#contract/field.ts';
import { dataRoutes } from '#contract/records/routes/dataApi.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS } from '#contract/records/routes/feed.ts';
import { recordRoutes } from '#contract/records/routes/records.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog, type GivenSecret } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, useFieldProblem } from '#ui/components/fieldProblems.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { fieldsOf, HeldForm } from '#ui/editing/BodyField.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

const Field = fieldsOf(webhookRoutes.create);

interface WebhookDialogProps {
  /** Absent for a new webhook. */
  webhook?: Webhook;
  onClose: () => void;
  /** Receives the secret of a new webhook; nothing after an edit. */
  onDone: (secret?: GivenSecret) => void;
}

const EMPTY: Omit<WebhookForm, 'dadosPessoais'> = {
  nome: '',
  url: '',
  tipos: [],
  filiais: [],
  semChave: null,
};

const formOf = ({ nome, url, tipos, filiais, semChave, dadosPessoais }: Webhook): WebhookForm => ({
  nome,
  url,
  tipos,
  filiais,
  semChave,
  dadosPessoais,
});

function bodyOf({ nome, url, tipos, filiais, semChave, dadosPessoais }: WebhookForm): WebhookInput {
  if (!nome.trim() || !url.trim() || tipos.length === 0)
    throw new FieldProblems({
      nome: nome.trim() ? '' : 'Dê um nome ao webhook.',
      url: url.trim() ? '' : 'Informe o endereço que será avisado.',
      tipos: tipos.length > 0 ? '' : 'Escolha ao menos um tipo de mudança.',
    });
  return {
    nome: nome.trim(),
    url: url.trim(),
    tipos: tipos as WebhookInput['tipos'],
    filiais: filiais.map(({ id }) => id),
    semChave: semChave?.id ?? null,
    dadosPessoais,
  };
}

/** Creates or edits a webhook to another system. */
export function WebhookDialog({ webhook, onClose, onDone }: WebhookDialogProps) {
  const { can } = useCan();
  const form = useVersionedForm<WebhookForm>({
    versao: webhook?.versao ?? 0,
    initial: webhook ? formOf(webhook) : { ...EMPTY, dadosPessoais: can('DADOS_PESSOAIS') },
    read: formOf,
  });
  const create = useRouteCommand(webhookRoutes.create);
  const update = useRouteCommand(webhookRoutes.update);
  const notify = useNotify();
  const send = async () => {
    const body = bodyOf(form.value);
    if (!webhook) {
      const { data } = await create.mutateAsync({ body });
      return onDone({ message: data.message, chave: data.segredo });
    }
    const answer = await form.send((versao) =>
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
      disabled={webhook ? !form.changed || form.undecided : false}
      onConfirm={send}
      onCancel={onClose}
    >
      <ConflictView conflict={form} name="este webhook" labels={LABELS} />
      <WebhookFields value={form.value} set={form.set} />
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
  dadosPessoais: {
    label: field(Webhook, 'dadosPessoais').label,
    show: (whole: boolean) => (whole ? 'Sim' : 'Não'),
  },
};

type Option = { id: string | number; nome: string; group?: string };

/** The form's state. Selected options carry their names, so that they can be displayed before the options have loaded. */
interface WebhookForm {
  nome: string;
  url: string;
  tipos: readonly string[];
  filiais: readonly { id: number; nome: string }[];
  semChave: { id: number; nome: string } | null;
  dadosPessoais: boolean;
}

interface WebhookFieldsProps {
  value: WebhookForm;
  set: (part: Partial<WebhookForm>) => void;
}

/** The address, and the changes that are sent to it. */
function WebhookFields({ value, set }: WebhookFieldsProps) {
  const { can } = useCan();
  const types = useRoute(recordRoutes.types, {});
  const noTypes = useFieldProblem('tipos', value.tipos);
  const branches = useRoute(dataRoutes.list, {
    params: { tipo: 'filiais' },
    query: { campos: 'nomeFantasia', limite: 1000 },
  });
  const mayKeys = can('CONFIGURACAO_CHAVES');
  const keys = useGetList<ServiceKey>(
    'chaves',
    { pagination: { page: 1, perPage: 100 } },
    { enabled: mayKeys },
  );
  const offered: Option[] = [
    ...FEED_SUBJECT_KEYS.filter((one) => FEED_SUBJECTS[one].permissoes.every(can)).map((one) => ({
      id: one,
      nome: FEED_SUBJECTS[one].titulo,
      group: 'Do console',
    })),
    ...(types.data?.itens ?? []).map(({ chave, titulo }) => ({
      id: chave,
      nome: upperFirst(titulo.muitos),
      group: 'Cadastros',
    })),
  ];
  return (
    <Stack spacing={3} sx={{ pt: 3 }}>
      <HeldForm value={value} set={set}>
        <Field name="nome" />
        <Field
          name="url"
          address
          lines={1}
          hint="Começa com https://. Endereços da rede interna só com PRIVATE_HOSTS."
        />
      </HeldForm>
      <Choices
        label={field(WebhookInput, 'tipos').label}
        options={offered}
        value={value.tipos.map((id) => offered.find((one) => one.id === id) ?? { id, nome: id })}
        onChange={(chosen) => set({ tipos: chosen.map(({ id }) => String(id)) })}
        error={types.error?.message ?? noTypes}
      />
      <Choices
        label="Só destas filiais"
        helperText="Sem escolher, de todas."
        options={(branches.data?.itens ?? []).map(({ id, ...row }) => ({
          id,
          nome: String((row as Record<string, unknown>).nomeFantasia),
        }))}
        value={value.filiais}
        onChange={(chosen) => set({ filiais: chosen.map(({ id, nome }) => ({ id: Number(id), nome })) })}
        error={branches.error?.message}
      />
      <FormControl disabled={!can('DADOS_PESSOAIS')}>
        <FormControlLabel
          label={field(Webhook, 'dadosPessoais').label}
          control={
            <Checkbox checked={value.dadosPessoais} onChange={(_, dadosPessoais) => set({ dadosPessoais })} />
          }
        />
        <FormHelperText sx={{ mt: 0 }}>
          Sem isto, um código que é o CPF de alguém vai mascarado, com um endereço por número.
        </FormHelperText>
      </FormControl>
      {mayKeys && (
        <Autocomplete
          options={(keys.data ?? []).map(({ id, nome }) => ({ id, nome }))}
          value={value.semChave}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ nome }) => nome}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, chosen) => set({ semChave: chosen })}
          renderInput={(input) => (
            <TextField
              {...input}
              label={field(Webhook, 'semChave').label}
              helperText="A chave do mesmo sistema: ele não é avisado do que ele próprio gravou."
            />
          )}
        />
      )}
    </Stack>
  );
}

interface ChoicesProps {
  label: string;
  helperText?: string;
  options: readonly Option[];
  value: readonly Option[];
  onChange: (chosen: readonly Option[]) => void;
  error: string | undefined;
}

const Choices = ({ label, helperText, options, value, onChange, error }: ChoicesProps) => (
  <Autocomplete
    multiple
    disableCloseOnSelect
    options={options}
    value={[...value]}
    groupBy={options.some(({ group }) => group) ? ({ group }) => group ?? '' : undefined}
    getOptionKey={({ id }) => id}
    getOptionLabel={({ nome }) => nome}
    isOptionEqualToValue={(one, other) => one.id === other.id}
    onChange={(_, chosen) => onChange(chosen)}
    renderInput={(input) => (
      <TextField {...input} label={label} error={error !== undefined} helperText={error ?? helperText} />
    )}
  />
);
