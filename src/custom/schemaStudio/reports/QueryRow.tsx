import CloseOutlined from '@mui/icons-material/CloseOutlined';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';

interface QueryRowProps {
  label: string;
  readOnly: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** A group of related fields under one label, with a button to remove it. */
export function QueryRow({ label, readOnly, onRemove, children }: QueryRowProps) {
  return (
    <fieldset aria-label={label} style={ROW}>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', gap: 8 }}>
        {children}
      </div>
      {!readOnly && (
        <IconButton size="small" aria-label={`Retirar ${label}`} onClick={onRemove} sx={{ mt: 3 }}>
          <CloseOutlined fontSize="small" />
        </IconButton>
      )}
    </fieldset>
  );
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 8,
  alignItems: 'start',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
} as const;
