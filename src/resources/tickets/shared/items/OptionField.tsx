import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { chooseResponsible, type ExtensionResponsible } from '#contract/rules/tickets/ticketDraft.ts';
import { EXTENSION_DAYS } from '#contract/rules/tickets/ticketWizard.ts';
import { customerRoutes } from '#contract/sac/customers.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { useRoute } from '#data/useRoute.ts';
import { IntegerField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import { StepFields } from './StepParts.tsx';

interface OptionFieldProps<Option extends { id: number }> {
  label: string;
  required?: boolean;
  options: readonly Option[] | undefined;
  nameOf: (option: Option) => string;
  value: Option | null;
  onChange: (value: Option | null) => void;
  error?: string | undefined;
  /** The error message if the list could not be loaded. */
  failure?: string | undefined;
}

/** A choice from a list short enough to be loaded completely. */
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

/** A choice among the carriers that serve the customer. */
export function CarrierField({ required, error }: CarrierFieldProps) {
  const { draft, change } = useItems();
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

/** 'Informe os dados de prorrogação': the party responsible for the delay, and its length in days. */
export function ExtensionStep() {
  const { draft, change, textAt } = useItems();
  const { responsavel_prorrogacao: responsible, dias_atraso_prorrogacao: days } = draft;
  const daysText = textAt('dias_atraso_prorrogacao');
  return (
    <StepFields>
      <FormControl required error={Boolean(textAt('responsavel_prorrogacao'))}>
        <FormLabel id="responsavel-prorrogacao">Responsável pelo atraso</FormLabel>
        <RadioGroup
          row
          aria-labelledby="responsavel-prorrogacao"
          value={responsible ?? ''}
          onChange={(_, value) => change((now) => chooseResponsible(now, value as ExtensionResponsible))}
        >
          <FormControlLabel value="TRANSPORTADORA" control={<Radio />} label="Transportadora" />
          <FormControlLabel value="REPRESENTANTE" control={<Radio />} label="Representante" />
        </RadioGroup>
        <FormHelperText>{textAt('responsavel_prorrogacao')}</FormHelperText>
      </FormControl>
      {responsible === 'TRANSPORTADORA' && (
        <CarrierField required error={textAt('responsavel_prorrogacao_id')} />
      )}
      {responsible === 'REPRESENTANTE' && <RepresentativeField />}
      <IntegerField
        required
        label="Dias de atraso"
        sx={{ maxWidth: 200 }}
        value={days}
        onChange={(dias_atraso_prorrogacao) => change((now) => ({ ...now, dias_atraso_prorrogacao }))}
        min={EXTENSION_DAYS.min}
        max={EXTENSION_DAYS.max}
        error={Boolean(daysText)}
        helperText={daysText ?? `De ${EXTENSION_DAYS.min} a ${EXTENSION_DAYS.max}`}
      />
    </StepFields>
  );
}

function RepresentativeField() {
  const { draft, change, textAt } = useItems();
  const people = useRoute(lookupRoutes.representatives, {});
  return (
    <OptionField
      label="Representante"
      required
      options={people.data}
      nameOf={({ nome }) => nome}
      value={draft.representante}
      onChange={(person) =>
        change((now) => ({ ...now, representante: person && { id: person.id, nome: person.nome } }))
      }
      error={textAt('responsavel_prorrogacao_id') ?? textAt('representante_id')}
      failure={people.error ? errorText(people.error) : undefined}
    />
  );
}
