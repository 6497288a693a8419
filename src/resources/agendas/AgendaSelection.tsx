import Button from '@mui/material/Button';
import { useState } from 'react';
import type { RowResults } from '../../../contract/sac/rowResults.ts';
import { useAgendaRefresh } from '../../custom/agendas/useAgendaRefresh.ts';
import type { RowId } from '../../custom/components/DataTable/columns.ts';
import { SelectionBar } from '../../custom/components/DataTable/SelectionBar.tsx';
import { RowResultsDialog } from '../../custom/lists/RowResultsDialog.tsx';
import { FinishManyDialog, RescheduleManyDialog } from './BulkDialogs.tsx';

interface AgendaSelectionProps {
  ids: ReadonlySet<RowId>;
  onClear: () => void;
}

/** What can be done with the ticked agendas; says of each what became of it. */
export function AgendaSelection({ ids, onClear }: AgendaSelectionProps) {
  const [asked, setAsked] = useState<'finalizar' | 'reagendar' | null>(null);
  const [results, setResults] = useState<{ act: 'finalizar' | 'reagendar'; rows: RowResults } | null>(null);
  const refresh = useAgendaRefresh();
  const done = async (rows: RowResults) => {
    if (asked) setResults({ act: asked, rows });
    setAsked(null);
    onClear();
    await refresh();
  };
  const dialog = { ids: [...ids].map(Number), onDone: done, onClose: () => setAsked(null) };
  const word = results?.act === 'finalizar' ? 'finalizada' : 'reagendada';
  return (
    <>
      <SelectionBar count={ids.size} onClear={onClear}>
        <Button size="small" variant="outlined" onClick={() => setAsked('reagendar')}>
          Reagendar
        </Button>
        <Button size="small" variant="contained" onClick={() => setAsked('finalizar')}>
          Finalizar
        </Button>
      </SelectionBar>
      {asked === 'reagendar' && <RescheduleManyDialog {...dialog} />}
      {asked === 'finalizar' && <FinishManyDialog {...dialog} />}
      <RowResultsDialog
        results={results?.rows ?? null}
        title={results?.act === 'finalizar' ? 'Finalização de agendas' : 'Reagendamento'}
        doneText={(count) => (count === 1 ? `1 agenda ${word}.` : `${count} agendas ${word}s.`)}
        rowName={(id) => `Agenda ${id}`}
        onClose={() => setResults(null)}
      />
    </>
  );
}
