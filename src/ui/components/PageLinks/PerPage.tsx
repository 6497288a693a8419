import { styled } from '@mui/material/styles';
import { FINGER } from '../../theme/controls.ts';
import { themeColors } from '../themeColors.ts';

interface PerPageProps {
  value: number;
  choices: readonly number[];
  onChange: (value: number) => void;
}

/** How many rows a page holds. A native list: one key changes it. */
export const PerPage = ({ value, choices, onChange }: PerPageProps) => (
  <Label>
    Por página
    <select value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  </Label>
);

const Label = styled('label')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    '& select': {
      font: 'inherit',
      height: 28,
      [FINGER]: { height: 40 },
      padding: '0 4px',
      borderRadius: 6,
      color: color.text.primary,
      backgroundColor: color.background.paper,
      border: `1px solid ${color.divider}`,
    },
  };
});
