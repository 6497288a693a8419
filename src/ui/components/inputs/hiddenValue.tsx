import Button from '@mui/material/Button';
import type { TextFieldProps } from '@mui/material/TextField';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { isMask } from '../../../../contract/rules/privacy/masks.ts';

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
