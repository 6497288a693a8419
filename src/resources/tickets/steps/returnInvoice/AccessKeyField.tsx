import { useState } from 'react';
import {
  formatAccessKey,
  normalizeAccessKey,
  parseAccessKey,
} from '../../../../../contract/rules/accessKey.ts';
import { returnKeyFault } from '../../../../../contract/rules/steps/returnInvoice.ts';
import { MaskedField } from '../../../../ui/components/inputs/MaskedField.tsx';
import type { Mask } from '../../../../ui/components/inputs/masks.ts';

interface AccessKeyFieldProps {
  value: string;
  onChange: (key: string) => void;
  error: string | undefined;
  disabled: boolean;
}

const LENGTH = 44;

const ACCESS_KEY: Mask = {
  format: formatAccessKey,
  plain: normalizeAccessKey,
  belongs: /^[0-9A-Za-z.\-/\s]*$/,
  most: LENGTH,
  asks: 'A chave tem 44 caracteres',
  placeholder: '',
  letters: true,
};

/** The 44 characters in groups of four; what is pasted may hold blanks and other marks. */
export function AccessKeyField({ value, onChange, error, disabled }: AccessKeyFieldProps) {
  const [left, setLeft] = useState(false);
  const whole = value.length === LENGTH;
  const fault = whole || (left && value !== '') ? returnKeyFault(value) : '';
  return (
    <MaskedField
      kind={ACCESS_KEY}
      fullWidth
      required
      label="Chave de acesso da nota de devolução"
      value={value}
      onChange={(key) => {
        onChange(key);
        setLeft(false);
      }}
      onBlur={() => setLeft(true)}
      disabled={disabled}
      error={Boolean(fault || error)}
      helperText={fault || error || hintOf(value)}
      slotProps={{ htmlInput: { style: { fontVariantNumeric: 'tabular-nums' } } }}
    />
  );
}

/** What the key itself says, so that a wrong note is noticed before it is sent. */
function hintOf(value: string): string {
  const parts = parseAccessKey(value);
  return parts
    ? `Nota ${Number(parts.number)}, série ${Number(parts.series)}, de ${parts.yearMonth.slice(2)}/20${parts.yearMonth.slice(0, 2)}`
    : `${value.length} de ${LENGTH} caracteres`;
}
