import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { Filter } from './filters.ts';

interface AddFilterMenuProps {
  /** Those that are not in the bar yet. */
  filters: readonly Filter[];
  onAdd: (key: string) => void;
}

export const AddFilterMenu = ({ filters, onAdd }: AddFilterMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (filters.length === 0) return null;
  const add = (key: string) => {
    setAnchor(null);
    onAdd(key);
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Adicionar filtro
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {filters.map((filter) => (
          <MenuItem key={filter.key} onClick={() => add(filter.key)}>
            {filter.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
