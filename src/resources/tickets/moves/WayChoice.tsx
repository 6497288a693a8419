import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { SecondaryText } from '../../../ui/components/display/SecondaryText.ts';
import { type Way, wayKey } from './ways.ts';

interface WayChoiceProps {
  ways: readonly Way[];
  value: Way | null;
  onChange: (way: Way) => void;
  error: string | undefined;
  disabled: boolean;
}

/** Where the ticket goes, where more than one way is open. */
export function WayChoice({ ways, value, onChange, error, disabled }: WayChoiceProps) {
  const id = useId();
  if (ways.length < 2) return null;
  return (
    <FormControl error={Boolean(error)} disabled={disabled}>
      <FormLabel id={id} sx={{ typography: 'subtitle2' }}>
        Para onde o ticket vai
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={value ? wayKey(value) : ''}
        onChange={(_event, key) => {
          const way = ways.find((each) => wayKey(each) === key);
          if (way) onChange(way);
        }}
      >
        {ways.map((way) => (
          <FormControlLabel
            key={wayKey(way)}
            value={wayKey(way)}
            control={<Radio size="small" />}
            label={
              <>
                {way.rotulo} <SecondaryText>para {way.descricao}</SecondaryText>
              </>
            }
          />
        ))}
      </RadioGroup>
      {error && <FormHelperText>{error}</FormHelperText>}
    </FormControl>
  );
}
