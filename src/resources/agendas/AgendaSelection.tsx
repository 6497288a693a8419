import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { ownToday } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useFinishFields } from './shared/AgendaActions.tsx';
import { ReasonField } from './shared/AgendaFields.tsx';
import { seesOthersAgendas, useAgendaRefresh } from './shared/agendaTexts.tsx';
import { useConfirmedRows } from './shared/ConfirmContact.tsx';

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
  const done = async (rows: RowResults) => {
    if (requested) setResults({ act: requested, rows });
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

/** Moves them to one day; each keeps its time of day unless one is given. */
function RescheduleManyDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const [data, setData] = useState<string | null>(ownToday());
  const [hora, setHora] = useState('');
  const [motivo, setMotivo] = useState('');
  const command = useRouteCommand(agendaRoutes.rescheduleMany);
  const confirmed = useConfirmedRows([data, hora]);
  const run = async () => {
    if (!data || !motivo.trim())
      throw new FieldProblems({
        dia: data ? '' : 'Informe o dia.',
        motivo: motivo.trim() ? '' : 'Informe por que as agendas mudam de data.',
      });
    const body = { ids, data, motivo: motivo.trim(), ...(hora && { hora }) };
    await onDone(await confirmed.send((again) => command.mutateAsync({ body: { ...body, ...again } })));
  };
  return (
    <ConfirmDialog
      open
      title={`Reagendar ${countOf(ids)}`}
      text="Sem hora, cada uma mantém a sua. O motivo fica no histórico de todas."
      confirmLabel="Reagendar"
      onConfirm={run}
      onCancel={() => (confirmed.rows ? void onDone(confirmed.rows) : onClose())}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 3fr) minmax(112px, 2fr)', gap: 3 }}>
          <ProblemAt field="dia">
            <DateField label="Dia" required value={data} onChange={setData} min={ownToday()} />
          </ProblemAt>
          <TimeField label="Hora" value={hora} onChange={setHora} />
        </Box>
        <ReasonField label="Motivo" value={motivo} onChange={setMotivo} required />
        {confirmed.field()}
      </Box>
    </ConfirmDialog>
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
