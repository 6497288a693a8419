import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import type { RowResults } from '../../../contract/sac/rowResults.ts';
import { leadsAgendas } from '../../custom/agendas/leads.ts';
import { useAgendaRefresh } from '../../custom/agendas/useAgendaRefresh.ts';
import type { RowId } from '../../ui/components/DataTable/columns.ts';
import { SelectionBar } from '../../ui/components/DataTable/SelectionBar.tsx';
import { RowResultsDialog } from '../../ui/lists/RowResultsDialog.tsx';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { useCan } from '../../ui/shell/useCan.ts';
import { FinishManyDialog, RescheduleManyDialog } from './BulkDialogs.tsx';

const TransferAgendasDialog = lazyScreen(
  () => import('../../custom/agendas/supervision/TransferAgendasDialog.tsx'),
  'TransferAgendasDialog',
);
const DeleteAgendasDialog = lazyScreen(
  () => import('../../custom/agendas/supervision/DeleteAgendasDialog.tsx'),
  'DeleteAgendasDialog',
);

/** What is asked for, and how its result is told. */
const ACTS = {
  reagendar: { title: 'Reagendamento', done: 'reagendada' },
  finalizar: { title: 'Finalização de agendas', done: 'finalizada' },
  transferir: { title: 'Transferência de agendas', done: 'transferida' },
  excluir: { title: 'Exclusão de agendas', done: 'excluída' },
} as const;
type Act = keyof typeof ACTS;

interface AgendaSelectionProps {
  ids: ReadonlySet<RowId>;
  onClear: () => void;
}

/** What can be done with the ticked agendas; says of each what became of it. */
export function AgendaSelection({ ids, onClear }: AgendaSelectionProps) {
  const [asked, setAsked] = useState<Act | null>(null);
  const [results, setResults] = useState<{ act: Act; rows: RowResults } | null>(null);
  const refresh = useAgendaRefresh();
  const { can } = useCan();
  const leads = leadsAgendas() && can('AGENDA_SUPERVISAO');
  const done = async (rows: RowResults) => {
    if (asked) setResults({ act: asked, rows });
    setAsked(null);
    onClear();
    await refresh();
  };
  const dialog = { ids: [...ids].map(Number), onDone: done, onClose: () => setAsked(null) };
  const { title, done: word } = ACTS[results?.act ?? 'reagendar'];
  return (
    <>
      <SelectionBar count={ids.size} words={WORDS} onClear={onClear}>
        {leads && (
          <>
            <Button size="small" color="error" onClick={() => setAsked('excluir')}>
              Excluir
            </Button>
            <Button size="small" variant="outlined" onClick={() => setAsked('transferir')}>
              Transferir
            </Button>
          </>
        )}
        <Button size="small" variant="outlined" onClick={() => setAsked('reagendar')}>
          Reagendar
        </Button>
        <Button size="small" variant="contained" onClick={() => setAsked('finalizar')}>
          Finalizar
        </Button>
      </SelectionBar>
      {asked === 'reagendar' && <RescheduleManyDialog {...dialog} />}
      {asked === 'finalizar' && <FinishManyDialog {...dialog} />}
      <Suspense>
        {asked === 'transferir' && <TransferAgendasDialog {...dialog} />}
        {asked === 'excluir' && <DeleteAgendasDialog {...dialog} />}
      </Suspense>
      <RowResultsDialog
        results={results?.rows ?? null}
        title={title}
        doneText={(count) => (count === 1 ? `1 agenda ${word}.` : `${count} agendas ${word}s.`)}
        rowName={(id) => `Agenda ${id}`}
        onClose={() => setResults(null)}
      />
    </>
  );
}

const WORDS = ['agenda selecionada', 'agendas selecionadas'] as const;
