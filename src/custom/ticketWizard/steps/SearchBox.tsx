import SearchOutlined from '@mui/icons-material/SearchOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter looks at once instead of waiting. */
  onEnter?: () => void;
}

/** A search whose Enter does not leave the step. */
export function SearchBox({ label, placeholder, value, onChange, onEnter }: SearchBoxProps) {
  return (
    <div data-own-enter>
      <TextField
        fullWidth
        type="search"
        label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && onEnter?.()}
        slotProps={{
          htmlInput: { maxLength: 100, autoComplete: 'off' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchOutlined fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
    </div>
  );
}
