import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Segment } from '../../../../../contract/callcenter/dimensions.ts';

export interface SegmentChoice {
  dimensao: number | null;
  dimensao_id: number | null;
}

interface SegmentFieldsProps {
  segments: readonly Segment[];
  value: SegmentChoice;
  errors: Record<string, string>;
  onChange: (value: SegmentChoice) => void;
  /** Its own words, for an option that is on offer no more. */
  known?: { id: number; desc: string } | undefined;
}

/** Segment, and what may be said within it. */
export function SegmentFields({ segments, value, errors, onChange, known }: SegmentFieldsProps) {
  const options = segments.find(({ id }) => id === value.dimensao)?.opcoes ?? [];
  const offered = known && !options.some(({ id }) => id === known.id) ? [known, ...options] : options;
  const chosen = offered.some(({ id }) => id === value.dimensao_id) ? `${value.dimensao_id}` : '';
  return (
    <>
      <TextField
        select
        required
        label="Segmento"
        value={value.dimensao === null ? '' : `${value.dimensao}`}
        onChange={(event) => onChange({ dimensao: Number(event.target.value), dimensao_id: null })}
        error={Boolean(errors.dimensao)}
        helperText={errors.dimensao}
      >
        {segments.map(({ id, desc }) => (
          <MenuItem key={id} value={`${id}`}>
            {desc}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        required
        label="Descrição"
        disabled={value.dimensao === null}
        value={chosen}
        onChange={(event) => onChange({ ...value, dimensao_id: Number(event.target.value) })}
        error={Boolean(errors.dimensao_id)}
        helperText={errors.dimensao_id ?? (value.dimensao === null ? 'Escolha antes o segmento' : undefined)}
      >
        {offered.map(({ id, desc }) => (
          <MenuItem key={id} value={`${id}`}>
            {desc}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}
