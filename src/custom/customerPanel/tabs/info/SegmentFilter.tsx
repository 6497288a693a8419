import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import type { Segment } from '../../../../../contract/callcenter/dimensions.ts';

interface SegmentFilterProps {
  segments: readonly Segment[];
  shown: readonly number[];
  onChange: (shown: number[]) => void;
}

/** Marked segments are shown; with none marked, all of them. */
export function SegmentFilter({ segments, shown, onChange }: SegmentFilterProps) {
  if (segments.length < 2) return null;
  return (
    <FormGroup row role="group" aria-label="Mostrar só estes segmentos" sx={{ my: 2, columnGap: 2 }}>
      {segments.map(({ id, desc }) => (
        <FormControlLabel
          key={id}
          label={desc}
          control={
            <Checkbox
              size="small"
              checked={shown.includes(id)}
              onChange={(_, checked) =>
                onChange(checked ? [...shown, id] : shown.filter((each) => each !== id))
              }
            />
          }
        />
      ))}
    </FormGroup>
  );
}
