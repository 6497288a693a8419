import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { historyType } from '../../../../contract/catalogs/historyType.ts';
import { CatalogIcon } from '../../../ui/components/display/CatalogIcon.tsx';
import type { Audience } from './replyDraft.ts';

interface TypeChipsProps {
  value: Audience | null;
  onChange: (value: Audience | null) => void;
}

/** Which messages are shown. */
export const TypeChips = ({ value, onChange }: TypeChipsProps) => (
  <Box
    role="group"
    aria-label="Mostrar"
    data-print="no"
    sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 3 }}
  >
    {[{ value: null, label: 'Todas', icon: 'Forum' }, ...historyType].map((row) => (
      <Chip
        key={row.label}
        size="small"
        label={
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            {row.value && <CatalogIcon name={row.icon} size={14} />}
            {row.label}
          </Box>
        }
        variant={row.value === value ? 'filled' : 'outlined'}
        color={row.value === value ? 'primary' : 'default'}
        aria-pressed={row.value === value}
        onClick={() => onChange(row.value)}
      />
    ))}
  </Box>
);
