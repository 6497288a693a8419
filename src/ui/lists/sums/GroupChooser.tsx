import WorkspacesOutlined from '@mui/icons-material/WorkspacesOutlined';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { SummedList } from '#contract/summedLists.ts';
import type { ColumnFacts } from '../../components/DataTable/columns.ts';
import { Hint } from '../../components/Hint.tsx';
import { useLabels } from '../../words.ts';
import { groupChoices } from './groupable.ts';

interface GroupChooserProps {
  list: SummedList;
  /** The columns that the person has chosen. */
  columns: readonly ColumnFacts[];
  /** What the list is grouped by; empty for nothing. */
  value: string;
  onChange: (value: string) => void;
}

/** Groups the list by one of its columns. */
export function GroupChooser({ list, columns, value, onChange }: GroupChooserProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choices = groupChoices(list, useLabels(columns));
  if (choices.length === 0) return null;
  const choose = (id: string) => {
    setAnchor(null);
    onChange(id);
  };
  return (
    <>
      <Hint text="Agrupar">
        <IconButton
          aria-label="Agrupar"
          aria-haspopup="menu"
          color={value ? 'primary' : 'default'}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <WorkspacesOutlined />
        </IconButton>
      </Hint>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {value && (
          <MenuItem key="none" onClick={() => choose('')}>
            Sem grupos
          </MenuItem>
        )}
        {value && <Divider key="end" />}
        {choices.map(({ id, label }) => (
          <MenuItem key={id} selected={id === value} onClick={() => choose(id)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
