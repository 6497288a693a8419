import Autocomplete from '@mui/material/Autocomplete';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useGetList } from 'ra-core';
import type { ServiceKey } from '../../../contract/config/serviceKeys.ts';
import { Webhook, WebhookInput } from '../../../contract/config/webhooks.ts';
import { field } from '../../../contract/field.ts';
import { dataRoutes } from '../../../contract/records/dataApi.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS } from '../../../contract/records/feedSubjects.ts';
import { upperFirst } from '../../../contract/records/recordType.ts';
import { recordRoutes } from '../../../contract/records/routes.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { useCan } from '../../ui/shell/useCan.ts';

type Option = { id: string | number; nome: string; group?: string };

/** What is written of a webhook; what is chosen has its name with it, so that it shows before the choices are read. */
export interface WebhookForm {
  nome: string;
  url: string;
  tipos: readonly string[];
  filiais: readonly { id: number; nome: string }[];
  semChave: { id: number; nome: string } | null;
}

interface WebhookFieldsProps {
  value: WebhookForm;
  set: (part: Partial<WebhookForm>) => void;
}

/** An address, and of which changes it is told. */
export function WebhookFields({ value, set }: WebhookFieldsProps) {
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
      <TextField
        label={field(WebhookInput, 'nome').label}
        required
        autoFocus
        value={value.nome}
        onChange={(event) => set({ nome: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        label={field(WebhookInput, 'url').label}
        required
        type="url"
        value={value.url}
        onChange={(event) => set({ url: event.target.value })}
        helperText="Começa com https://. Endereços da rede interna só com PRIVATE_HOSTS."
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Choices
        label={field(WebhookInput, 'tipos').label}
        options={offered}
        value={value.tipos.map((id) => offered.find((one) => one.id === id) ?? { id, nome: id })}
        onChange={(chosen) => set({ tipos: chosen.map(({ id }) => String(id)) })}
        error={types.error?.message}
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
