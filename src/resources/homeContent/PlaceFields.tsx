import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { currentLoad } from '../../dataProvider/session.ts';
import { NumberField } from '../../ui/components/inputs/NumberField.tsx';
import { Pair } from './OpensFields.tsx';

interface Place {
  /** '' is every branch. */
  filial: string;
  ordem: string;
  ativo: boolean;
}

interface PlaceFieldsProps {
  value: Place;
  onChange: (part: Partial<Place>) => void;
  errorOf: (key: string) => string | undefined;
  activeLabel: string;
}

/** Who sees it, after what it comes, and whether it is shown. */
export function PlaceFields({ value, onChange, errorOf, activeLabel }: PlaceFieldsProps) {
  const branches = currentLoad()?.filiais ?? [];
  return (
    <>
      <Pair>
        <TextField
          select
          label="Filial"
          value={value.filial}
          onChange={(event) => onChange({ filial: event.target.value })}
          error={Boolean(errorOf('idFil'))}
          helperText={errorOf('idFil') ?? 'Quem atende a filial escolhida vê.'}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Todas as filiais</MenuItem>
          {branches.map(({ idFil, razSoc }) => (
            <MenuItem key={idFil} value={String(idFil)}>
              {razSoc}
            </MenuItem>
          ))}
        </TextField>
        <NumberField
          label="Ordem"
          value={value.ordem || null}
          onChange={(ordem) => onChange({ ordem: ordem ?? '' })}
          max="999"
          helperText="O menor número vem primeiro."
        />
      </Pair>
      <FormControlLabel
        control={
          <Switch checked={value.ativo} onChange={(event) => onChange({ ativo: event.target.checked })} />
        }
        label={activeLabel}
      />
    </>
  );
}
