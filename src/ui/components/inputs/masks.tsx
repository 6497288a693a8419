import Button from '@mui/material/Button';
import type { TextFieldProps } from '@mui/material/TextField';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { formatPostalCode, normalizePostalCode } from '../../../../contract/rules/address.ts';
import { formatPhone, normalizePhone } from '../../../../contract/rules/contact.ts';
import {
  formatCnpj,
  formatCpf,
  formatDocument,
  normalizeDocument,
} from '../../../../contract/rules/documents.ts';
import { isMask } from '../../../../contract/rules/privacy/masks.ts';

export interface Mask {
  /** What a person sees; a partial text is masked as far as it goes. */
  format: (plain: string) => string;
  /** What is kept: the text without its mask. */
  plain: (text: string) => string;
  /** What belongs to it, separators of any usual writing included. A text with anything else is left as it is. */
  belongs: RegExp;
  /** Characters without the mask. */
  most: number;
  /** Said of a text that does not fit. */
  asks: string;
  /** A whole text that was put in at once, with separators that say where its parts begin. */
  whole?: (text: string) => string;
  placeholder: string;
  /** Letters are possible (a CNPJ since July 2026), so no numeric keyboard. */
  letters?: boolean;
}

export type MaskKind = 'cpf' | 'cnpj' | 'cpfCnpj' | 'cep' | 'phone' | 'cnae' | 'date' | 'time';

const digits = (text: string) => text.replace(/\D/g, '');

/** '21/11/2026' of '21112026', as far as it goes. */
const formatDateDigits = (plain: string) =>
  [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4, 8)].filter(Boolean).join('/');

/** An ISO date is turned round, and '1/2/2026' filled up, so that each reads as it was meant. */
const wholeDate = (text: string) => {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text) ?? [];
  if (year) return `${day}${month}${year}`;
  return text.replace(/^\s*(\d)(?=[/.\- ])/, '0$1').replace(/^(\d{2}[/.\- ])(\d)(?=[/.\- ])/, '$10$2');
};

/** True when a mask can be laid over a text without losing anything of it. */
export const masksWhole = (mask: Mask, text: string): boolean =>
  mask.belongs.test(text) && mask.plain(text).length <= mask.most;

/** The rules are those of the contract, so that a field shows what lists and documents show. */
export const MASKS: Record<MaskKind, Mask> = {
  cpf: {
    format: formatCpf,
    plain: digits,
    belongs: /^[\d.\-/\s]*$/,
    most: 11,
    asks: 'O CPF tem 11 números',
    placeholder: '000.000.000-00',
  },
  cnpj: {
    format: formatCnpj,
    plain: normalizeDocument,
    belongs: /^[0-9A-Za-z.\-/\s]*$/,
    most: 14,
    asks: 'O CNPJ tem 14 letras e números',
    placeholder: '00.000.000/0000-00',
    letters: true,
  },
  cpfCnpj: {
    format: formatDocument,
    plain: normalizeDocument,
    belongs: /^[0-9A-Za-z.\-/\s]*$/,
    most: 14,
    asks: 'O CPF tem 11 números, o CNPJ 14 letras e números',
    placeholder: 'CPF ou CNPJ',
    letters: true,
  },
  cep: {
    format: formatPostalCode,
    plain: normalizePostalCode,
    belongs: /^[\d.\-\s]*$/,
    most: 8,
    asks: 'O CEP tem 8 números',
    placeholder: '00000-000',
  },
  phone: {
    format: formatPhone,
    plain: normalizePhone,
    belongs: /^\s*\+?[\d().\-\s]*$/,
    most: 11,
    asks: 'Telefone inválido: DDD e até 9 números',
    placeholder: '(00) 00000-0000',
  },
  cnae: {
    format: (plain) =>
      [
        plain.slice(0, 4),
        plain.length > 4 && `-${plain.slice(4, 5)}`,
        plain.length > 5 && `/${plain.slice(5, 7)}`,
      ]
        .filter(Boolean)
        .join(''),
    plain: digits,
    belongs: /^[\d.\-/\s]*$/,
    most: 7,
    asks: 'O CNAE tem 7 números',
    placeholder: '0000-0/00',
  },
  date: {
    format: formatDateDigits,
    plain: digits,
    belongs: /^[\d/.\-\s]*$/,
    most: 8,
    asks: 'Data inválida',
    whole: wholeDate,
    placeholder: 'dd/mm/aaaa',
  },
  time: {
    format: (plain) => [plain.slice(0, 2), plain.slice(2, 4)].filter(Boolean).join(':'),
    plain: digits,
    belongs: /^\s*\d*\s*[:h]?\s*\d*\s*$/i,
    most: 4,
    asks: 'Hora inválida',
    whole: (text) => text.replace(/^\s*(\d)(?=\s*[:h])/i, '0$1'),
    placeholder: '00:00',
  },
};

interface Hidden {
  label: ReactNode;
  value: unknown;
  /** Empties the field, so that another value may be typed. */
  onReplace: () => void;
  error?: boolean | undefined;
  helperText?: ReactNode;
  disabled?: boolean | undefined;
}

const KEPT = 'Só em parte. Sem trocar, fica como está.';

/**
 * What makes a text field one that shows a mask: it is read, not typed into, is sent back as it was shown, which keeps what
 * is stored, and can be replaced whole. `null` where the value is none.
 */
export function hiddenProps({ label, value, onReplace, error, helperText, disabled }: Hidden) {
  if (!isMask(value)) return null;
  return {
    label,
    value: String(value),
    type: 'text',
    helperText: error ? helperText : KEPT,
    slotProps: {
      htmlInput: { autoComplete: 'off' },
      input: {
        readOnly: true,
        endAdornment: disabled ? null : (
          <Button
            size="small"
            aria-label={`Trocar ${typeof label === 'string' ? label : 'o dado'}`}
            onClick={(event) => {
              event.currentTarget.parentElement?.querySelector('input')?.focus();
              onReplace();
            }}
          >
            Trocar
          </Button>
        ),
      },
    },
  } as const;
}

/** A plain text field of a personal datum. */
export const PersonalField = ({ onReplace, ...field }: TextFieldProps & { onReplace: () => void }) => (
  <TextField
    {...field}
    {...hiddenProps({
      label: field.label,
      value: field.value,
      error: field.error,
      helperText: field.helperText,
      disabled: field.disabled,
      onReplace,
    })}
  />
);
