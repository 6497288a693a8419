import { styled } from '@mui/material/styles';
import { isSameUnit, type ReturnUnit, unitName } from '#contract/rules/tickets/returnUnits.ts';
import { themeColors } from '../../theme/theme.tsx';

interface UnitChoiceProps {
  /** E.g. 'Unidade da quantidade de Biscoito Maria 400 g'. */
  label: string;
  unit: ReturnUnit;
  /** The units on offer; with a single one there is nothing to choose, and nothing is shown. */
  units: readonly ReturnUnit[];
  disabled?: boolean;
  onUnit: (unit: ReturnUnit) => void;
}

/** The unit of a quantity. A plain element, because a dialog may have a hundred of them. */
export function UnitChoice({ label, unit, units, disabled = false, onUnit }: UnitChoiceProps) {
  if (units.length < 2) return null;
  return (
    <Choice
      aria-label={label}
      value={String(units.findIndex((each) => isSameUnit(each, unit)))}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = units[Number(target.value)];
        if (chosen) onUnit(chosen);
      }}
    >
      {units.map((each, index) => (
        <option key={`${each.unit}/${each.factor}`} value={String(index)}>
          {unitName(each)}
        </option>
      ))}
    </Choice>
  );
}

const Choice = styled('select')(({ theme }) => {
  const { components } = themeColors(theme);
  return {
    font: 'inherit',
    fontSize: 14,
    height: 36,
    padding: '0 8px',
    color: components.texto,
    backgroundColor: components.superficie,
    border: `1px solid ${components.campo}`,
    borderRadius: 6,
    maxWidth: '100%',
  };
});
