import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { freightRoutes } from '#contract/callcenter/orders/freight.ts';
import { states } from '#contract/catalogs/states.ts';
import { registrationLookupRoutes } from '#contract/sac/registration.ts';
import { useRoute } from '#data/useRoute.ts';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { type FreightTarget, isEmptyTarget, isIncompleteTarget } from './freightChoice.ts';

interface TargetFormProps {
  value: FreightTarget;
  onChange: (value: FreightTarget) => void;
  onCalculate: () => void;
  calculating: boolean;
  /** The delivery address, or else the customer's. */
  own: FreightTarget;
}

/** The destination, the condition, and the button that queries the carriers. */
export function TargetForm({ value, onChange, onCalculate, calculating, own }: TargetFormProps) {
  const labelId = useId();
  const [elsewhere, setElsewhere] = useState(isIncompleteTarget(own));
  const [tried, setTried] = useState(false);
  const missing = tried && isIncompleteTarget(value);
  const change = (part: Partial<FreightTarget>) => onChange({ ...value, ...part });
  const turn = (to: boolean) => {
    setElsewhere(to);
    change(to ? { uf: '', cidade: '', cep: '' } : { uf: own.uf, cidade: own.cidade, cep: own.cep });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events of a form in a portal bubble to the surrounding form.
    event.stopPropagation();
    setTried(true);
    if (!isIncompleteTarget(value)) onCalculate();
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography id={labelId} variant="overline" component="span">
          CALCULAR FRETE ATÉ
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-labelledby={labelId}
          value={elsewhere}
          onChange={(_, next: boolean | null) => next !== null && next !== elsewhere && turn(next)}
        >
          <ToggleButton value={false} disabled={isIncompleteTarget(own)}>
            Endereço da entrega
          </ToggleButton>
          <ToggleButton value={true}>Outro destino</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', sm: '180px minmax(0, 1fr) 150px auto' },
          alignItems: 'start',
        }}
      >
        <Autocomplete
          options={states}
          value={states.find((state) => state.value === value.uf) ?? null}
          onChange={(_, state) => change({ uf: state?.value ?? '', cidade: '' })}
          getOptionKey={(state) => state.value}
          disabled={!elsewhere}
          renderInput={(input) => <TextField {...input} label="Estado" />}
        />
        <CityChoice
          uf={value.uf}
          value={value.cidade}
          onChange={(cidade) => change({ cidade })}
          disabled={!elsewhere || !value.uf}
        />
        <MaskedField
          kind="cep"
          label="CEP"
          value={value.cep}
          onChange={(cep) => change({ cep })}
          disabled={!elsewhere}
        />
        <Button
          type="submit"
          variant="contained"
          // The delivery address is known, so that Enter is all it takes.
          autoFocus={!elsewhere}
          loading={calculating}
          disabled={isEmptyTarget(value)}
          sx={{ mt: { sm: 5 } }}
        >
          Calcular
        </Button>
      </Box>
      {missing && (
        <Typography role="alert" variant="body2" color="error">
          Escolha a cidade, ou informe o CEP com os 8 dígitos.
        </Typography>
      )}
      <ConditionChoice value={value.condicional} onChange={(condicional) => change({ condicional })} />
    </Box>
  );
}

interface CityChoiceProps {
  uf: string;
  /** IBGE code, or the city name from an address. */
  value: string;
  onChange: (ibge: string) => void;
  disabled: boolean;
}

function CityChoice({ uf, value, onChange, disabled }: CityChoiceProps) {
  const cities = useRoute(registrationLookupRoutes.cities, { params: { uf } }, { enabled: uf !== '' });
  const options = cities.data ?? [];
  const chosen = options.find(({ ibge, cidade }) => ibge === value || cidade === value) ?? null;
  return (
    <Autocomplete
      options={options}
      value={chosen}
      onChange={(_, city) => onChange(city?.ibge ?? '')}
      getOptionKey={(city) => city.ibge}
      getOptionLabel={(city) => city.cidade}
      loading={cities.isFetching}
      loadingText="Carregando ..."
      noOptionsText="Nenhuma cidade com esse nome"
      disabled={disabled}
      renderInput={(input) => (
        <TextField
          {...input}
          label="Cidade"
          error={cities.isError}
          helperText={cities.isError && 'Não foi possível carregar as cidades. Use o CEP.'}
        />
      )}
    />
  );
}

interface ConditionChoiceProps {
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Hidden when the company has no conditions configured. */
function ConditionChoice({ value, onChange }: ConditionChoiceProps) {
  const id = useId();
  const conditions = useRoute(freightRoutes.conditions, {});
  if (!conditions.data || conditions.data.length === 0) return null;
  return (
    <FormControl>
      <FormLabel id={id}>CONDICIONAIS</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value ?? ''}
        onChange={(_, chosen) => onChange(chosen === '' ? null : Number(chosen))}
      >
        <FormControlLabel value="" control={<Radio size="small" />} label="Nenhuma" />
        {conditions.data.map((condition) => (
          <FormControlLabel
            key={condition.id}
            value={condition.id}
            control={<Radio size="small" />}
            label={condition.descricao}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
