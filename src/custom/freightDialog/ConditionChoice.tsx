import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { freightRoutes } from '../../../contract/callcenter/freight.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

interface ConditionChoiceProps {
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Not shown where the company knows no conditions. */
export function ConditionChoice({ value, onChange }: ConditionChoiceProps) {
  const id = useId();
  const conditions = useRoute(freightRoutes.conditions, {});
  if (!conditions.data || conditions.data.length === 0) return null;
  return (
    <FormControl>
      <FormLabel id={id}>CONDICIONAIS</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value ?? ''}
        onChange={(_, chosen) => onChange(chosen === '' ? null : Number(chosen))}
      >
        <FormControlLabel value="" control={<Radio size="small" />} label="Nenhuma" />
        {conditions.data.map((condition) => (
          <FormControlLabel
            key={condition.id}
            value={condition.id}
            control={<Radio size="small" />}
            label={condition.descricao}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
