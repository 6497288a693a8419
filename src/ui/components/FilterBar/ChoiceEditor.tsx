import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { FINGER } from '../../theme/controls.ts';
import { themeColors } from '../themeColors.ts';
import { type ChoiceFilter, type FilterValues, listOf } from './filters.ts';

interface ChoiceEditorProps {
  filter: ChoiceFilter;
  values: FilterValues;
  onSet: (changes: FilterValues) => void;
  onDone: () => void;
}

/** One choice (radio) or several (checkboxes). */
export const ChoiceEditor = ({ filter, values, onSet, onDone }: ChoiceEditorProps) => {
  const name = useId();
  const many = filter.kind === 'multiselect';
  const chosen = listOf(values, filter.key);
  const toggle = (value: string, checked: boolean) => {
    if (!many) {
      onSet({ [filter.key]: value });
      return;
    }
    // In the order of the options, so that one choice has one address.
    const next = checked ? [...chosen, value] : chosen.filter((other) => other !== value);
    onSet({
      [filter.key]: filter.options.map((option) => option.value).filter((option) => next.includes(option)),
    });
  };
  return (
    <Options>
      <legend>{filter.label}</legend>
      {filter.options.map((option) => (
        <label key={option.value}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
            // The arrow keys click radios too, without a count: they only look around.
            onClick={(event) => !many && event.detail > 0 && onDone()}
          />
          {option.label}
        </label>
      ))}
    </Options>
  );
};

const Options = styled('fieldset')(({ theme }) => {
  const color = themeColors(theme);
  return {
    margin: 0,
    padding: 0,
    border: 0,
    maxHeight: 320,
    overflowY: 'auto',
    '& legend': { padding: 0, marginBottom: 4, fontSize: 12, color: color.text.secondary },
    '& label': {
      display: 'flex',
      alignItems: 'center',
      gap: 8,
      minHeight: 32,
      [FINGER]: { minHeight: 40 },
      padding: '0 4px',
      fontSize: 14,
      borderRadius: 6,
      cursor: 'pointer',
      '&:hover': { backgroundColor: color.action.hover },
    },
    '& input': { width: 16, height: 16, margin: 0, flex: 'none', accentColor: color.primary.main },
  };
});
