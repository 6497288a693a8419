import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { ReactNode } from 'react';
import type { WidgetProps } from './widgetProps.ts';

interface GroupProps {
  field: WidgetProps;
  role?: 'group' | 'radiogroup';
  children: ReactNode;
}

export const noteId = (id: string) => `${id}-nota`;

/** Several inputs under one name: its label names them, its note describes them. */
export const Group = ({ field, role = 'group', children }: GroupProps) => {
  const { id, label, error, help, required, disabled } = field;
  const note = error ?? help;
  return (
    <FormControl
      component="fieldset"
      role={role}
      fullWidth
      error={error !== undefined}
      required={required}
      disabled={disabled}
      aria-labelledby={`${id}-rotulo`}
      aria-describedby={note ? noteId(id) : undefined}
      aria-invalid={role === 'radiogroup' && error !== undefined ? true : undefined}
      aria-required={role === 'radiogroup' && required ? true : undefined}
    >
      <FormLabel
        component="div"
        id={`${id}-rotulo`}
        sx={{ mb: 1, fontSize: '0.8125rem', fontWeight: 500, lineHeight: '20px' }}
      >
        {label}
      </FormLabel>
      {children}
      {note && <FormHelperText id={noteId(id)}>{note}</FormHelperText>}
    </FormControl>
  );
};
