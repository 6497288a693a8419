import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '../useStableCallback.ts';

interface SearchFieldProps {
  label: string;
  placeholder?: string | undefined;
  value: string;
  onChange: (text: string) => void;
  debounceMs: number;
  /** Shown below. */
  hint?: string | undefined;
  autoFocus?: boolean;
}

/** Reports the typed text after a pause, and immediately on Enter or when it is cleared. */
export const SearchField = ({
  label,
  placeholder,
  value,
  onChange,
  debounceMs,
  hint,
  autoFocus = false,
}: SearchFieldProps) => {
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const text = draft ?? value;

  // The other filters may have changed during the pause.
  const report = useStableCallback((next: string) => {
    clearTimeout(timer.current);
    setDraft(undefined);
    if (next.trim() !== value) onChange(next.trim());
  });
  const type = (next: string) => {
    clearTimeout(timer.current);
    setDraft(next);
    timer.current = setTimeout(() => report(next), debounceMs);
  };

  return (
    <TextField
      // It waits for a pause by itself.
      immediate
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => draft !== undefined && report(draft)}
      onKeyDown={(event) => event.key === 'Enter' && report(text)}
      placeholder={placeholder ?? label}
      helperText={hint}
      autoFocus={autoFocus}
      sx={{
        flex: '1 1 220px',
        maxWidth: 340,
        minWidth: 160,
        // There is already a clear button of our own, with a label and keyboard access.
        '& ::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, type: 'search', enterKeyHint: 'search', autoComplete: 'off' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <InputAdornment position="end">
              <IconButton size="small" edge="end" aria-label="Limpar busca" onClick={() => report('')}>
                <CloseIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
};
