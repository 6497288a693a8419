import Checkbox from '@mui/material/Checkbox';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type Choice, type PropertyProps, problemAt } from './PropertyFields.tsx';

interface MultiChoicePropertyProps extends PropertyProps<readonly string[]> {
  choices: readonly Choice[];
}

/** Several of a few, in the order in which they are offered. */
export function MultiChoiceProperty(props: MultiChoicePropertyProps) {
  const { label, pointer, value, onChange, problems, help, readOnly, choices } = props;
  const error = problemAt(problems, pointer, true);
  const known = choices.map((choice) => choice.value);
  const offered = [
    ...choices,
    ...value.filter((one) => !known.includes(one)).map((one) => ({ value: one, label: one })),
  ];
  const labelOf = (one: string) => offered.find((choice) => choice.value === one)?.label ?? one;
  const put = (chosen: readonly string[]) =>
    onChange(offered.map((choice) => choice.value).filter((one) => chosen.includes(one)));
  return (
    <div data-pointer={pointer}>
      <TextField
        label={label}
        select
        value={[...value]}
        onChange={({ target }) => put(target.value as unknown as string[])}
        error={error !== undefined}
        helperText={error ?? help}
        disabled={readOnly ?? false}
        fullWidth
        slotProps={{
          select: {
            multiple: true,
            renderValue: (chosen) => (chosen as string[]).map(labelOf).join(', '),
          },
        }}
      >
        {offered.map((choice) => (
          <MenuItem key={choice.value} value={choice.value} dense>
            <Checkbox size="small" checked={value.includes(choice.value)} sx={{ p: 1, mr: 2 }} />
            <ListItemText primary={choice.label} />
          </MenuItem>
        ))}
      </TextField>
    </div>
  );
}
