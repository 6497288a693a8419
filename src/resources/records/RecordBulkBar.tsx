import Button from '@mui/material/Button';
import { useState } from 'react';
import type { RecordTypeView } from '../../../contract/records/routes.ts';
import { SelectionBar } from '../../ui/components/DataTable/SelectionBar.tsx';
import { RecordBulkDialog } from './RecordBulkDialog.tsx';
import type { SelectedRecords } from './useRecordSelection.ts';

interface RecordBulkBarProps {
  type: RecordTypeView;
  selected: SelectedRecords;
  total: number;
}

/** So many at once; the server takes no more. */
const MOST = 1_000;

/** What can be done with the ticked records: one field of all of them is changed. */
export function RecordBulkBar({ type, selected, total }: RecordBulkBarProps) {
  const [open, setOpen] = useState(false);
  const { um, muitos, genero } = type.titulo;
  const ticked = genero === 'f' ? 'selecionada' : 'selecionado';
  return (
    <>
      <SelectionBar
        count={selected.ids.length}
        words={[`${um} ${ticked}`, `${muitos} ${ticked}s`]}
        total={total}
        onClear={selected.clear}
      >
        {selected.ids.length > MOST && <span>Até {MOST} por vez</span>}
        <Button
          size="small"
          variant="outlined"
          disabled={selected.ids.length > MOST}
          onClick={() => setOpen(true)}
        >
          Mudar um campo
        </Button>
      </SelectionBar>
      {open && (
        <RecordBulkDialog
          type={type}
          ids={selected.ids}
          onClose={() => setOpen(false)}
          onDone={selected.clear}
        />
      )}
    </>
  );
}
