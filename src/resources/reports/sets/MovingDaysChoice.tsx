import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';

interface MovingDaysChoiceProps {
  /** What the days would be: 'Período: início do mês a hoje'. */
  text: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether kept days are those of the calendar, or always counted from the day of use. */
export function MovingDaysChoice({ text, checked, onChange }: MovingDaysChoiceProps) {
  const id = useId();
  if (!text) return null;
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
        label="As datas acompanham o calendário"
      />
      <FormHelperText id={id} sx={{ mt: 0, ml: 8 }}>
        {checked ? text : 'Ficam sempre as datas escolhidas.'}
      </FormHelperText>
    </div>
  );
}
