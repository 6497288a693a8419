import { Suspense, useState } from 'react';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { ownToday } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { TimeField } from '#ui/components/inputs/DateField.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useFinishFields } from './shared/AgendaActions.tsx';
import { seesOthersAgendas, useAgendaRefresh } from './shared/agendaTexts.tsx';
import { reasonFields, useConfirmedRows } from './shared/ConfirmContact.tsx';
import { useRescheduleUndo } from './shared/useRescheduleUndo.ts';

const TransferAgendasDialog = lazyScreen(() => import('./SupervisionDialogs.tsx'), 'TransferAgendasDialog');
const DeleteAgendasDialog = lazyScreen(() => import('./SupervisionDialogs.tsx'), 'DeleteAgendasDialog');

/** The actions, each with its title and the wording of its result. */
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

/** Actions for the selected agendas, with a result for each one. */
export function AgendaSelection({ ids, onClear }: AgendaSelectionProps) {
  const [requested, setRequested] = useState<Act | null>(null);
  const [results, setResults] = useState<{ act: Act; rows: RowResults } | null>(null);
  const refresh = useAgendaRefresh();
  const { can } = useCan();
  const leads = seesOthersAgendas() && can('AGENDA_SUPERVISAO');
  const offer = useRescheduleUndo();
  const done = async (rows: RowResults) => {
    const { sucesso, falhas } = rows;
    const isUndoable = requested === 'reagendar' && sucesso.length > 0;
    if (isUndoable)
      offer(
        'rescheduleAgendas',
        `${formatCount(sucesso.length, 'agenda reagendada', 'agendas reagendadas')}.`,
        sucesso.map((id) => ({ id })),
      );
    // What was done as a whole is said with its way back.
    if (requested && !(isUndoable && falhas.length === 0)) setResults({ act: requested, rows });
    setRequested(null);
    onClear();
    await refresh();
  };
  const dialog = { ids: [...ids].map(Number), onDone: done, onClose: () => setRequested(null) };
  const { title, done: word } = ACTS[results?.act ?? 'reagendar'];
  return (
    <>
      <SelectionBar count={ids.size} words={NOUNS} onClear={onClear}>
        {leads && (
          <>
            <Button size="small" color="error" onClick={() => setRequested('excluir')}>
              Excluir
            </Button>
            <Button size="small" variant="outlined" onClick={() => setRequested('transferir')}>
              Transferir
            </Button>
          </>
        )}
        <Button size="small" variant="outlined" onClick={() => setRequested('reagendar')}>
          Reagendar
        </Button>
        <Button size="small" variant="contained" onClick={() => setRequested('finalizar')}>
          Finalizar
        </Button>
      </SelectionBar>
      {requested === 'reagendar' && <RescheduleManyDialog {...dialog} />}
      {requested === 'finalizar' && <FinishManyDialog {...dialog} />}
      <Suspense>
        {requested === 'transferir' && <TransferAgendasDialog {...dialog} />}
        {requested === 'excluir' && <DeleteAgendasDialog {...dialog} />}
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

const NOUNS = ['agenda selecionada', 'agendas selecionadas'] as const;

interface BulkDialogProps {
  ids: number[];
  onDone: (results: RowResults) => Promise<void>;
  onClose: () => void;
}

const countOf = ({ length }: readonly number[]) => formatCount(length, 'agenda', 'agendas');

const many = agendaRoutes.rescheduleMany;

/** Moves them to one day; each keeps its time of day unless one is given. */
function RescheduleManyDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const confirmed = useConfirmedRows();
  return (
    <CommandDialog
      route={many}
      given={{ ids: confirmed.ids ?? ids }}
      read={() => ({ data: ownToday() })}
      fields={reasonFields(many, {
        data: { min: ownToday(), half: true },
        hora: { input: <TimeInput />, half: true },
      })}
      title={`Reagendar ${countOf(ids)}`}
      text="Sem hora, cada uma mantém a sua. O motivo fica no histórico de todas."
      confirmLabel="Reagendar"
      onDone={(_, rows) => onDone(confirmed.take(rows))}
      onClose={() => (confirmed.rows ? void onDone(confirmed.rows) : onClose())}
    />
  );
}

function TimeInput() {
  const { words, value, problem, set } = useBodyField(many, 'hora');
  return (
    <TimeField
      label={words.label}
      value={String(value ?? '')}
      onChange={set}
      error={Boolean(problem)}
      helperText={problem}
    />
  );
}

const FinishManyDialog = ({ ids, onDone, onClose }: BulkDialogProps) => (
  <CommandDialog
    route={agendaRoutes.finishMany}
    given={{ ids }}
    fields={useFinishFields()}
    title={`Finalizar ${countOf(ids)}?`}
    text="Elas passam a cumpridas, com o mesmo motivo, e não mudam mais."
    confirmLabel="Finalizar"
    onDone={(_, results) => onDone(results)}
    onClose={onClose}
  />
);
