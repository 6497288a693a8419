import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { formatPostalCode, normalizePostalCode } from '#contract/rules/contact.ts';
import { formatCnpj, formatCpf, formatDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { formatPhone, normalizePhone } from '#contract/rules/phone.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { TextField, type TextFieldProps } from '#ui/components/TextField.tsx';

export interface Mask {
  /** The displayed text; incomplete text is masked as far as it goes. */
  format: (plain: string) => string;
  /** The stored value: the text without its mask. */
  plain: (text: string) => string;
  /** Allowed characters, including the separators of any usual notation. Text with other characters is left unchanged. */
  allowed: RegExp;
  /** Maximum number of characters without the mask. */
  most: number | ((plain: string) => number);
  /** The message for text that does not fit. */
  asks: string;
  /** Normalises complete text inserted at once, whose separators show where its parts begin. */
  whole?: (text: string) => string;
  /** The value without its mask once typing has ended, where it depends on what may still follow. */
  done?: (plain: string) => string;
  placeholder: string;
  /** The keyboard of a touch screen; the numeric one unless it has letters. */
  inputMode?: 'tel';
  /** Whether letters are allowed (in a CNPJ since July 2026), so that there is no numeric keyboard. */
  letters?: boolean;
}

export type MaskKind = 'cpf' | 'cnpj' | 'cpfCnpj' | 'cep' | 'phone' | 'cnae' | 'date' | 'time' | 'dateTime';

const digits = (text: string) => text.replace(/\D/g, '');

/** '21112026' → '21/11/2026', as far as it goes. */
const formatDateDigits = (plain: string) =>
  [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4, 8)].filter(Boolean).join('/');

/** Reorders an ISO date and pads '1/2/2026', so that both are read as intended. */
const wholeDate = (text: string) => {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text) ?? [];
  if (year) return `${day}${month}${year}`;
  return text.replace(/^\s*(\d)(?=[/.\- ])/, '0$1').replace(/^(\d{2}[/.\- ])(\d)(?=[/.\- ])/, '$10$2');
};

/** '211120261430' → '21/11/2026 14:30', as far as it goes. */
const formatMoment = (plain: string) =>
  [formatDateDigits(plain.slice(0, 8)), [plain.slice(8, 10), plain.slice(10, 12)].filter(Boolean).join(':')]
    .filter(Boolean)
    .join(' ');

/** As a day, with an hour after it: '2026-11-21 14:30', '1/2/2026 9:05'. */
const wholeMoment = (text: string) => {
  const [, day = text, hour = ''] = /^\s*(\S+)(?:\s+(?:às\s+)?|T)(\d.*)$/.exec(text) ?? [];
  return `${wholeDate(day)} ${hour.replace(/^(\d)(?=[:h])/i, '0$1').replace(/^(\d\d[:h]\d\d).*$/i, '$1')}`;
};

/** Whether a mask can be applied to a text without losing part of it. */
export function masksWhole({ allowed, plain, most }: Mask, text: string): boolean {
  if (!allowed.test(text)) return false;
  const value = plain(text);
  return value.length <= (typeof most === 'number' ? most : most(value));
}

/** A trunk zero is kept while typing, since an operator code may follow it; of 0800 it is part of the number. */
const isTrunked = (text: string): boolean => /^[\s(]*0(?![3589]00)/.test(text);

/** Uses the contract's formatting rules, so that fields match lists and documents. */
export const MASKS: Record<MaskKind, Mask> = {
  cpf: {
    format: formatCpf,
    plain: digits,
    allowed: /^[\d.\-/\s]*$/,
    most: 11,
    asks: 'O CPF tem 11 números',
    placeholder: '000.000.000-00',
  },
  cnpj: {
    format: formatCnpj,
    plain: normalizeDocument,
    allowed: /^[0-9A-Za-z.\-/\s]*$/,
    most: 14,
    asks: 'O CNPJ tem 14 letras e números',
    placeholder: '00.000.000/0000-00',
    letters: true,
  },
  cpfCnpj: {
    format: formatDocument,
    plain: normalizeDocument,
    allowed: /^[0-9A-Za-z.\-/\s]*$/,
    most: 14,
    asks: 'O CPF tem 11 números, o CNPJ 14 letras e números',
    placeholder: 'CPF ou CNPJ',
    letters: true,
  },
  cep: {
    format: formatPostalCode,
    plain: normalizePostalCode,
    allowed: /^[\d.\-\s]*$/,
    most: 8,
    asks: 'O CEP tem 8 números',
    placeholder: '00000-000',
  },
  phone: {
    format: (plain) => (isTrunked(plain) ? plain : formatPhone(plain)),
    plain: (text) => (isTrunked(text) ? text.replace(/\D/g, '') : normalizePhone(text)),
    done: normalizePhone,
    allowed: /^[\s(]*\+?[\d().\-\s\u2010-\u2015\u200b-\u200f\u202a-\u202e]*$/,
    most: (plain) => (plain.startsWith('+') ? 16 : plain.startsWith('0') ? 14 : 11),
    asks: 'Telefone inválido: DDD e até 9 números; do exterior, com + e o país',
    whole: normalizePhone,
    inputMode: 'tel',
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
    allowed: /^[\d.\-/\s]*$/,
    most: 7,
    asks: 'O CNAE tem 7 números',
    placeholder: '0000-0/00',
  },
  date: {
    format: formatDateDigits,
    plain: digits,
    allowed: /^[\d/.\-\s]*$/,
    most: 8,
    asks: 'Data inválida',
    whole: wholeDate,
    placeholder: 'dd/mm/aaaa',
  },
  dateTime: {
    format: formatMoment,
    plain: digits,
    allowed: /^[\d/.\-:hàsT\s]*$/,
    most: 12,
    asks: 'Data e hora inválidas',
    whole: wholeMoment,
    placeholder: 'dd/mm/aaaa hh:mm',
  },
  time: {
    format: (plain) => [plain.slice(0, 2), plain.slice(2, 4)].filter(Boolean).join(':'),
    plain: digits,
    allowed: /^\s*\d*\s*[:h]?\s*\d*\s*$/i,
    most: 4,
    asks: 'Hora inválida',
    whole: (text) => text.replace(/^\s*(\d)(?=\s*[:h])/i, '0$1'),
    placeholder: '00:00',
  },
};

interface Hidden {
  label: ReactNode;
  value: unknown;
  /** Clears the field, so that another value can be typed. */
  onReplace: () => void;
  error?: boolean | undefined;
  helperText?: ReactNode;
  disabled?: boolean | undefined;
}

const PARTIAL_HINT = 'Só em parte. Sem trocar, fica como está.';

/**
 * Props that make a text field display a masked value: it is read-only, is submitted unchanged (which keeps the stored
 * value), and can only be replaced as a whole. `null` if the value is not a mask.
 */
export function hiddenProps({ label, value, onReplace, error, helperText, disabled }: Hidden) {
  if (!isMask(value)) return null;
  return {
    label,
    value: String(value),
    type: 'text',
    helperText: error ? helperText : PARTIAL_HINT,
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

/** A plain text field for personal data. */
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
