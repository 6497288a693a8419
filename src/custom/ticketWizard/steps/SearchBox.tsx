import SearchOutlined from '@mui/icons-material/SearchOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter acts on what stands in the field now. */
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || !onEnter) return;
          onEnter();
          // A scanner types the next code at once: it takes the place of this one.
          (event.target as HTMLInputElement).select();
        }}
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
