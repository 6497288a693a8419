import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { ParameterKind } from '../../../contract/rules/parameters/parameterKind.ts';
import { objectProperties } from '../../../contract/rules/parameters/parameterProblem.ts';
import type { StoredWorkHours } from '../../../contract/rules/workHours.ts';
import { DaysInput } from './DaysInput.tsx';
import { WorkHoursInput } from './WorkHoursInput.tsx';

export interface ParameterInputProps {
  label: string;
  unit: string;
  kind: ParameterKind;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
}

/** The field that a kind of parameter is written in. */
export function ParameterInput(props: ParameterInputProps) {
  const { label, kind, value, onChange, error } = props;
  switch (kind.tipo) {
    case 'INTEIRO':
      return <NumberInput {...props} read={(text) => (/^\d+$/.test(text) ? Number(text) : text)} />;
    case 'DECIMAL':
      return <NumberInput {...props} read={(text) => text.replace(/\./g, '').replace(',', '.')} />;
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
        <TextField
          select
          label={label}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
          error={Boolean(error)}
          helperText={error}
        >
          {kind.opcoes.map(({ valor, rotulo }) => (
            <MenuItem key={valor} value={valor}>
              {rotulo}
            </MenuItem>
          ))}
        </TextField>
      );
    case 'DIAS':
      return <DaysInput value={(value ?? []) as string[]} onChange={onChange} error={error} />;
    case 'EXPEDIENTE':
      return <WorkHoursInput value={value as StoredWorkHours} onChange={onChange} error={error} />;
    case 'OBJETO':
      return <SwitchesInput {...props} kind={kind} />;
  }
}

/** What is typed is kept as it is typed; what it says goes up, a text that is no number too, to be refused. */
function NumberInput({
  label,
  unit,
  value,
  onChange,
  error,
  read,
}: ParameterInputProps & { read: (text: string) => unknown }) {
  const [text, setText] = useState(value === null ? '' : String(value).replace('.', ','));
  const place = unit === 'R$' ? 'startAdornment' : 'endAdornment';
  return (
    <TextField
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value.trim()));
      }}
      error={Boolean(error)}
      helperText={error}
      sx={{ maxWidth: { sm: 240 } }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        ...(unit && {
          input: {
            [place]: <InputAdornment position={unit === 'R$' ? 'start' : 'end'}>{unit}</InputAdornment>,
          },
        }),
      }}
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
  const known = (value ?? {}) as Record<string, unknown>;
  return (
    <div>
      {Object.entries(objectProperties(kind.schema)).map(([name, { type, title }]) =>
        type === 'boolean' ? (
          <FormControlLabel
            key={name}
            control={
              <Switch
                checked={known[name] === true}
                onChange={(_, checked) => onChange({ ...known, [name]: checked })}
              />
            }
            label={title}
          />
        ) : (
          <TextField
            key={name}
            label={title}
            fullWidth
            value={known[name] ?? ''}
            onChange={(event) => {
              const text = event.target.value;
              onChange({ ...known, [name]: type === 'number' && text !== '' ? Number(text) : text });
            }}
          />
        ),
      )}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </div>
  );
}
