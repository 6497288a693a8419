import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

interface WhoFillsProps {
  tipo: 'PF' | 'PJ';
  simulacao: boolean;
  disabled?: boolean;
  onChange: (who: { tipo: 'PF' | 'PJ'; simulacao: boolean }) => void;
}

/** Whose registration it is: a person's or a company's, a simulation or not. */
export const WhoFills = ({ tipo, simulacao, disabled = false, onChange }: WhoFillsProps) => (
  <>
    <ToggleButtonGroup
      size="small"
      exclusive
      disabled={disabled}
      value={tipo}
      onChange={(_event, next: 'PF' | 'PJ' | null) => next && onChange({ tipo: next, simulacao })}
      aria-label="Quem se cadastra"
    >
      <ToggleButton value="PJ">Pessoa jurídica</ToggleButton>
      <ToggleButton value="PF">Pessoa física</ToggleButton>
    </ToggleButtonGroup>
    <FormControlLabel
      control={
        <Switch
          size="small"
          checked={simulacao}
          disabled={disabled}
          onChange={(_event, next) => onChange({ tipo, simulacao: next })}
        />
      }
      label="Simulação"
      sx={{ ml: 0 }}
    />
  </>
);
