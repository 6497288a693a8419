import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useId, useState } from 'react';
import { MOST_MERGED } from '#contract/rules/tickets/ticketMerge.ts';
import {
  type BulkData,
  type BulkJob,
  type TicketSelection,
  ticketBulkRoutes,
} from '#contract/sac/tickets/ticketBulk.ts';
import { UNDOABLE_BULK } from '#contract/sac/tickets/undoableBulk.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { JobResult } from '#ui/jobs/JobResult.tsx';
import { setHasJobs } from '#ui/jobs/jobsFlag.ts';
import { bulkTitle, isRunning, jobWords, useRunningNoted, useTicketRefresh } from '#ui/jobs/useJob.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useMacros } from '../../moves/Macros.tsx';
import type { SelectedTickets } from '../useTicketSelection.ts';
import { BUTTONS, type BulkChoice, BulkFields, bulkChoices } from './BulkFields.tsx';
import { useBulkUndo } from './useBulkUndo.ts';

const MergeDialog = lazyScreen(() => import('../../merge/MergeDialog.tsx'), 'MergeDialog');

interface BulkBarProps {
  selected: SelectedTickets;
  total: number;
  children?: React.ReactNode;
}

/** Bulk actions for the selected tickets; each has a dialog, which shows the outcome. */
export function BulkBar({ selected, total, children }: BulkBarProps) {
  const { can } = useCan();
  useRunningNoted(can('TICKETS_LOTE'));
  const [choice, setChoice] = useState<BulkChoice | null>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [merges, setMerges] = useState<readonly number[] | null>(null);
  const { isOffered: hasMacros } = useMacros(selected.count > 0);
  const allowed = can('TICKETS_LOTE')
    ? bulkChoices.filter(({ action, permission }) => can(permission) && (action !== 'macro' || hasMacros))
    : [];
  const choose = (next: BulkChoice) => {
    setMenu(null);
    setChoice(next);
  };
  const rest = allowed.slice(BUTTONS);
  const mergeable = can('TICKETS_JUNTAR') ? mergeableOf(selected.wanted) : null;
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
        {mergeable && (
          <Button size="small" variant="outlined" onClick={() => setMerges(mergeable)}>
            Juntar
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
      {merges && (
        <Suspense>
          <MergeDialog
            leading={Math.min(...merges)}
            among={merges}
            onClose={() => setMerges(null)}
            onMerged={selected.clear}
          />
        </Suspense>
      )}
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

/** Two to five tickets, chosen one by one. */
const mergeableOf = ({ ids = [] }: TicketSelection): readonly number[] | null =>
  ids.length >= 2 && ids.length <= MOST_MERGED ? ids : null;

interface BulkDialogProps {
  choice: BulkChoice;
  count: number;
  selection: TicketSelection;
  onClose: () => void;
  /** Called when the server has accepted the job, so that the selection can be cleared. */
  onTaken: () => void;
}

/**
 * States the action and the number of tickets, asks for its input, and then shows its progress. What needs no input and can be taken
 * back begins at once.
 */
function BulkDialog(props: BulkDialogProps) {
  const { choice, count, onClose } = props;
  // Fixed on opening, because the selection is cleared while the dialog is still showing it.
  const [{ total, selection }] = useState({ total: count, selection: props.selection });
  const titleId = useId();
  const refresh = useTicketRefresh();
  const [data, setData] = useState<BulkData>({});
  const [job, setJob] = useState<string | null>(null);
  const run = useRouteCommand(ticketBulkRoutes.run, {
    onSuccess: (answer) => {
      setJob(answer.data.id);
      if (isRunning(answer.data)) setHasJobs(true);
      refresh();
      props.onTaken();
    },
  });
  const words = jobWords[choice.action];
  const start = () => run.mutate({ params: { acao: choice.action }, body: { ...selection, dados: data } });
  const fieldErrors = run.error?.fields ?? {};
  const offerUndo = useBulkUndo();
  // What was done as a whole is said with its way back, whose key would not reach it from a dialog.
  const onEnded = (ended: BulkJob) => {
    if (offerUndo(ended) && ended.falhas.length === 0) onClose();
  };
  const [atOnce] = useState(choice.fields.length === 0 && UNDOABLE_BULK.includes(choice.action));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (atOnce) start();
  }, []);
  const begins = atOnce && !run.error;
  const unplaced = run.error && !choice.fields.some((field) => field in fieldErrors);
  return (
    <DialogFrame
      open
      onClose={run.isPending ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <DialogTitle id={titleId}>{bulkTitle(choice.action, total)}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          {job ? (
            <JobResult idLote={job} onRetried={setJob} onEnded={onEnded} />
          ) : begins ? (
            <LinearProgress aria-label={words.doing} />
          ) : (
            <>
              <Typography sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
                {choice.effectText}
              </Typography>
              <BulkFields
                choice={choice}
                selection={selection}
                data={data}
                onChange={setData}
                errors={fieldErrors}
              />
              {unplaced && (
                <Typography role="alert" color="error">
                  {run.error?.message}
                </Typography>
              )}
            </>
          )}
        </DialogContent>
        <DialogActions>
          {job ? (
            <CloseButton variant="contained">Fechar</CloseButton>
          ) : (
            <>
              <CloseButton disabled={run.isPending}>Cancelar</CloseButton>
              <Button type="submit" variant="contained" loading={run.isPending || begins}>
                {words.verb}
              </Button>
            </>
          )}
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
