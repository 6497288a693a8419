import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { customerRoutes } from '../../../../contract/sac/customers.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { useWizard } from '../state/wizardContext.ts';

interface OptionFieldProps<Option extends { id: number }> {
  label: string;
  required?: boolean;
  options: readonly Option[] | undefined;
  nameOf: (option: Option) => string;
  value: Option | null;
  onChange: (value: Option | null) => void;
  error?: string | undefined;
  /** Why the list could not be loaded. */
  failure?: string | undefined;
}

/** One of a list that is short enough to be loaded whole. */
export function OptionField<Option extends { id: number }>(props: OptionFieldProps<Option>) {
  const { label, required = false, options, nameOf, value, onChange, error, failure } = props;
  const text = error ?? failure;
  return (
    <Autocomplete
      options={options ?? []}
      loading={!options && !failure}
      loadingText="Carregando ..."
      noOptionsText="Nenhum item encontrado"
      value={value}
      onChange={(_, next) => onChange(next)}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          placeholder="Escolha…"
          required={required}
          error={Boolean(text)}
          helperText={text}
        />
      )}
    />
  );
}

interface CarrierFieldProps {
  required: boolean;
  error: string | undefined;
}

/** One of the carriers that serve the customer. */
export function CarrierField({ required, error }: CarrierFieldProps) {
  const { draft, change } = useWizard();
  const carriers = useRoute(
    customerRoutes.carriers,
    { params: { idCli: draft.cliente?.id ?? 0 } },
    { enabled: draft.cliente !== null },
  );
  return (
    <OptionField
      label="Transportadora"
      required={required}
      options={draft.cliente ? carriers.data : []}
      nameOf={({ razSoc }) => razSoc}
      value={draft.transportadora}
      onChange={(carrier) =>
        change((now) => ({
          ...now,
          transportadora: carrier && { id: carrier.id, razSoc: carrier.razSoc },
        }))
      }
      error={error}
      failure={carriers.error ? errorText(carriers.error) : undefined}
    />
  );
}
