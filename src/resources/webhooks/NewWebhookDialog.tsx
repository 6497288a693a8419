import Autocomplete from '@mui/material/Autocomplete';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useGetList } from 'ra-core';
import { useState } from 'react';
import type { ServiceKey } from '../../../contract/config/serviceKeys.ts';
import { Webhook, WebhookInput, webhookRoutes } from '../../../contract/config/webhooks.ts';
import { field } from '../../../contract/field.ts';
import { dataRoutes } from '../../../contract/records/dataApi.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS } from '../../../contract/records/feedSubjects.ts';
import { upperFirst } from '../../../contract/records/recordType.ts';
import { recordRoutes } from '../../../contract/records/routes.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import type { GivenSecret } from '../../ui/components/SecretDialog.tsx';
import { useCan } from '../../ui/shell/useCan.ts';

type Option = { id: string | number; nome: string; group?: string };

interface NewWebhookDialogProps {
  onClose: () => void;
  onMade: (secret: GivenSecret) => void;
}

/** An address, and of which changes it is told. */
export function NewWebhookDialog({ onClose, onMade }: NewWebhookDialogProps) {
  const { can } = useCan();
  const types = useRoute(recordRoutes.types, {});
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
  const create = useRouteCommand(webhookRoutes.create);
  const [nome, setName] = useState('');
  const [url, setUrl] = useState('');
  const [tipos, setTypes] = useState<readonly Option[]>([]);
  const [filiais, setBranches] = useState<readonly Option[]>([]);
  const [key, setKey] = useState<Option | null>(null);
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
  const send = async () => {
    if (!nome.trim()) throw new Error('Dê um nome ao webhook.');
    if (!url.trim()) throw new Error('Informe o endereço que será avisado.');
    if (tipos.length === 0) throw new Error('Escolha ao menos um tipo de mudança.');
    const { data } = await create.mutateAsync({
      body: {
        nome: nome.trim(),
        url: url.trim(),
        tipos: tipos.map(({ id }) => id) as WebhookInput['tipos'],
        filiais: filiais.map(({ id }) => Number(id)),
        semChave: key && Number(key.id),
      },
    });
    onMade({ message: data.message, chave: data.segredo });
  };
  return (
    <ConfirmDialog
      open
      title="Criar webhook"
      text="O endereço recebe um POST assinado a cada mudança, ao menos uma vez. O segredo da assinatura aparece uma vez, depois de criar."
      confirmLabel="Criar webhook"
      disabled={!types.data}
      onConfirm={send}
      onCancel={onClose}
    >
      <Stack spacing={3} sx={{ pt: 3 }}>
        <TextField
          label={field(WebhookInput, 'nome').label}
          required
          autoFocus
          value={nome}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <TextField
          label={field(WebhookInput, 'url').label}
          required
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          helperText="Começa com https://. Endereços da rede interna só com PRIVATE_HOSTS."
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <Choices
          label={field(WebhookInput, 'tipos').label}
          options={offered}
          value={tipos}
          onChange={setTypes}
          error={types.error?.message}
        />
        <Choices
          label="Só destas filiais"
          helperText="Sem escolher, de todas."
          options={(branches.data?.itens ?? []).map(({ id, ...row }) => ({
            id,
            nome: String((row as Record<string, unknown>).nomeFantasia),
          }))}
          value={filiais}
          onChange={setBranches}
          error={branches.error?.message}
        />
        {mayKeys && (
          <Autocomplete
            options={(keys.data ?? []).map(({ id, nome: name }): Option => ({ id, nome: name }))}
            value={key}
            getOptionKey={({ id }) => id}
            getOptionLabel={({ nome: name }) => name}
            isOptionEqualToValue={(one, other) => one.id === other.id}
            onChange={(_, chosen) => setKey(chosen)}
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
    </ConfirmDialog>
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
