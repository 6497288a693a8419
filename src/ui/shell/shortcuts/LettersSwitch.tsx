import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { letterShortcutsEnabled, setLetterShortcutsEnabled } from './shortcuts.tsx';

/** Whether a single letter or sign acts in this browser; it takes effect at once. */
export function LettersSwitch() {
  const [on, setOn] = useState(letterShortcutsEnabled);
  return (
    <FormControlLabel
      control={
        <Switch
          checked={on}
          onChange={(_event, next) => {
            setOn(next);
            setLetterShortcutsEnabled(next);
          }}
        />
      }
      label="Usar os atalhos de uma letra ou sinal"
    />
  );
}
