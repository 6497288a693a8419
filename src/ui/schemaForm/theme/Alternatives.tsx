import MenuItem from '@mui/material/MenuItem';
import type { MultiSchemaFieldTemplateProps, WidgetProps } from '@rjsf/utils';
import { createContext } from 'react';
import { TextField } from '#ui/components/TextField.tsx';

/** Whether the nearest group is an alternative, whose title stands in the choice above and not over its fields once more. */
export const InAlternative = createContext(false);

/** A group that may be filled in several ways: the choice between them, and the fields of the chosen one. */
export const Alternatives = ({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) => (
  <div style={{ display: 'grid', gap: 12, marginTop: 12 }}>
    {selector}
    <InAlternative.Provider value={true}>{optionSchemaField}</InAlternative.Provider>
  </div>
);

/** The only choice that RJSF draws by itself: fields have widgets of their own. */
export const AlternativeChoice = ({ id, value, options, disabled, readonly, onChange }: WidgetProps) => (
  <TextField
    id={id}
    select
    label="O que informar"
    value={value ?? ''}
    disabled={disabled || readonly}
    onChange={(event) => onChange(Number(event.target.value))}
    fullWidth
  >
    {(options.enumOptions ?? []).map((option) => (
      <MenuItem key={String(option.value)} value={option.value}>
        {option.label}
      </MenuItem>
    ))}
  </TextField>
);
