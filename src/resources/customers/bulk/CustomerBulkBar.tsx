import Button from '@mui/material/Button';
import { useState } from 'react';
import { MOST_CUSTOMERS_AT_ONCE } from '../../../../contract/callcenter/customerBulk.ts';
import { SelectionBar } from '../../../ui/components/DataTable/SelectionBar.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { type BulkChoice, bulkChoices } from './bulkChoices.ts';
import type { SelectedCustomers } from './useCustomerSelection.ts';

interface CustomerBulkBarProps {
  selected: SelectedCustomers;
  total: number;
}

/** What can be done with the ticked customers; a dialog for each, then what became of every row. */
export function CustomerBulkBar({ selected, total }: CustomerBulkBarProps) {
  const { can } = useCan();
  const [choice, setChoice] = useState<BulkChoice | null>(null);
  const tooMany = selected.count > MOST_CUSTOMERS_AT_ONCE;
  return (
    <>
      <SelectionBar
        count={selected.count}
        words={WORDS}
        total={total}
        onSelectAll={selected.selectAll}
        onClear={selected.clear}
      >
        {tooMany && <span>Filtre mais: até {MOST_CUSTOMERS_AT_ONCE} clientes por vez</span>}
        {bulkChoices
          .filter(({ permission }) => can(permission))
          .map((each) => (
            <Button
              key={each.action}
              size="small"
              variant="outlined"
              disabled={tooMany}
              onClick={() => setChoice(each)}
            >
              {each.verb}
            </Button>
          ))}
      </SelectionBar>
      {choice && (
        <BulkDialog
          choice={choice}
          selected={selected}
          onClose={() => setChoice(null)}
          onDone={selected.clear}
        />
      )}
    </>
  );
}

const WORDS = ['cliente selecionado', 'clientes selecionados'] as const;
