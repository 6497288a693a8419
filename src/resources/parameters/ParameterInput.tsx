import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import type { OwnStatuses } from '#contract/catalogs/orderStatus.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import { objectProperties, type ParameterKind } from '#contract/rules/parameters/parameterKind.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { StoredWorkWeek } from '#contract/rules/time/workWeek.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { StatusesInput } from './StatusesInput.tsx';
import { WorkWeekInput } from './WorkWeekInput.tsx';

interface ParameterInputProps {
  label: string;
  unit: string;
  kind: ParameterKind;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
}

/** The input for a kind of parameter. */
export function ParameterInput(props: ParameterInputProps) {
  const { label, kind, value, onChange, error } = props;
  switch (kind.tipo) {
    case 'INTEIRO':
      return <NumberInput {...props} places={0} read={(number) => (number === null ? '' : Number(number))} />;
    case 'DECIMAL':
      return <NumberInput {...props} places={4} read={(number) => number ?? ''} />;
    case 'TEXTO':
      return (
        <TextField
          label={label}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
          error={Boolean(error)}
          helperText={error}
          slotProps={{ htmlInput: { maxLength: kind.maximo } }}
        />
      );
    case 'SIM_NAO':
      return <YesNo {...props} />;
    case 'ESCOLHA':
      return (
        <ChoiceField
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          error={Boolean(error)}
          helperText={error}
          choices={kind.opcoes.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }))}
        />
      );
    case 'DIAS':
      return <DaysInput value={(value ?? []) as string[]} onChange={onChange} error={error} />;
    case 'EXPEDIENTE':
      return <WorkWeekInput value={value as StoredWorkWeek} onChange={onChange} error={error} />;
    case 'OBJETO':
      return <SwitchesInput {...props} kind={kind} />;
    case 'SITUACOES':
      return (
        <StatusesInput
          value={(value ?? {}) as OwnStatuses}
          onChange={onChange}
          longest={kind.maximo}
          error={error}
        />
      );
  }
}

/** A number with its unit. An empty field is sent as '', which the server refuses where a number is required. */
function NumberInput({
  label,
  unit,
  value,
  onChange,
  error,
  places,
  read,
}: ParameterInputProps & { places: number; read: (number: Decimal | null) => unknown }) {
  const place = unit === 'R$' ? 'before' : 'after';
  return (
    <NumberField
      label={label}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      onChange={(number) => onChange(read(number))}
      places={places}
      error={Boolean(error)}
      helperText={error}
      sx={{ maxWidth: { sm: 240 } }}
      {...(unit && { [place]: unit })}
    />
  );
}

function YesNo({ label, value, onChange, error }: ParameterInputProps) {
  return (
    <div>
      <FormControlLabel
        control={<Switch checked={value === true} onChange={(_, checked) => onChange(checked)} />}
        label={label}
      />
      {error && <FormHelperText error>{error}</FormHelperText>}
    </div>
  );
}

type ObjectKind = Extract<ParameterKind, { tipo: 'OBJETO' }>;

function SwitchesInput({ kind, value, onChange, error }: ParameterInputProps & { kind: ObjectKind }) {
  const currentValue = recordOf(value);
  return (
    <div>
      {Object.entries(objectProperties(kind.schema)).map(([name, { type, title }]) =>
        type === 'boolean' ? (
          <FormControlLabel
            key={name}
            control={
              <Switch
                checked={currentValue[name] === true}
                onChange={(_, checked) => onChange({ ...currentValue, [name]: checked })}
              />
            }
            label={title}
          />
        ) : (
          <TextField
            key={name}
            label={title}
            fullWidth
            value={currentValue[name] ?? ''}
            onChange={(event) => {
              const text = event.target.value;
              onChange({ ...currentValue, [name]: type === 'number' && text !== '' ? Number(text) : text });
            }}
          />
        ),
      )}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </div>
  );
}

interface DaysInputProps {
  value: readonly string[];
  onChange: (days: string[]) => void;
  error: string | undefined;
}

/** Days in chronological order, each removable through its chip; the field adds one. */
function DaysInput({ value, onChange, error }: DaysInputProps) {
  // The field is remounted empty after a day was added.
  const [round, setRound] = useState(0);
  const add = (day: string | null) => {
    if (!day) return;
    if (!value.includes(day)) onChange([...value, day].sort());
    setRound(round + 1);
  };
  return (
    <div>
      <DateField
        key={round}
        autoFocus={round > 0}
        label="Incluir dia"
        value={null}
        onChange={add}
        helperText={error ?? 'O dia entra na lista quando está completo.'}
        error={Boolean(error)}
      />
      <ul
        aria-label="Dias"
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 8,
          listStyle: 'none',
          margin: '12px 0 0',
          padding: 0,
        }}
      >
        {value.map((day) => (
          <li key={day}>
            <Chip
              label={formatCalendarDate(day)}
              onDelete={() => onChange(value.filter((each) => each !== day))}
              aria-label={`${formatCalendarDate(day)}: aperte Delete para tirar`}
            />
          </li>
        ))}
      </ul>
      {value.length === 0 && <FormHelperText>Nenhum dia na lista.</FormHelperText>}
    </div>
  );
}
