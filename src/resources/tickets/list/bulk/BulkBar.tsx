import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { SelectionBar } from '../../../../ui/components/DataTable/SelectionBar.tsx';
import { jobWords } from '../../../../ui/jobs/jobWords.ts';
import { useRunningNoted } from '../../../../ui/jobs/useJob.ts';
import { useCan } from '../../../../ui/shell/useCan.ts';
import type { SelectedTickets } from '../useTicketSelection.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { BUTTONS, type BulkChoice, bulkChoices } from './bulkChoices.ts';

interface BulkBarProps {
  selected: SelectedTickets;
  total: number;
  children?: React.ReactNode;
}

/** What can be done with the ticked tickets; a dialog for each, which says how it went. */
export function BulkBar({ selected, total, children }: BulkBarProps) {
  const { can } = useCan();
  useRunningNoted(can('TICKETS_LOTE'));
  const [choice, setChoice] = useState<BulkChoice | null>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const allowed = can('TICKETS_LOTE') ? bulkChoices.filter(({ permission }) => can(permission)) : [];
  const choose = (next: BulkChoice) => {
    setMenu(null);
    setChoice(next);
  };
  const rest = allowed.slice(BUTTONS);
  return (
    <>
      <SelectionBar
        count={selected.count}
        total={total}
        onSelectAll={selected.selectAll}
        onClear={selected.clear}
      >
        {allowed.slice(0, BUTTONS).map((each) => (
          <Button key={each.action} size="small" variant="outlined" onClick={() => choose(each)}>
            {jobWords[each.action].verb}
          </Button>
        ))}
        {rest.length > 0 && (
          <Button
            size="small"
            color="inherit"
            aria-haspopup="menu"
            onClick={(event) => setMenu(event.currentTarget)}
          >
            Mais ações
          </Button>
        )}
        {children}
      </SelectionBar>
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {rest.map((each) => (
          <MenuItem key={each.action} onClick={() => choose(each)}>
            {jobWords[each.action].verb}
          </MenuItem>
        ))}
      </Menu>
      {choice && (
        <BulkDialog
          choice={choice}
          count={selected.count}
          selection={selected.wanted}
          onClose={() => setChoice(null)}
          onTaken={selected.clear}
        />
      )}
    </>
  );
}
