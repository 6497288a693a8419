import AnalyticsOutlined from '@mui/icons-material/AnalyticsOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { missingFilters } from '#contract/rules/reports/parameterValues.ts';
import type { ReportCard } from '#contract/sac/reports/reports.ts';
import { CallFailure } from '#data/http.ts';
import { ReportFilters } from '#src/resources/reports/shared/ReportFilters.tsx';
import { useReportAddress } from '#src/resources/reports/shared/reportAddress.tsx';
import { SavedSets } from '#src/resources/reports/shared/sets/SavedSets.tsx';
import { type FilterValues, useReportRun } from '#src/resources/reports/shared/useReportRun.ts';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { EmbeddedReport } from './EmbeddedReport.tsx';
import { ExportButtons, ReportResultView, RunningPanel } from './ReportResultView.tsx';

interface ReportDeskProps {
  card: ReportCard;
  form: FormDefinition;
  initial: FilterValues;
}

/** One report: its saved filters, its form and its result. Filters in the address, or none that are required, generate it immediately. */
export function ReportDesk({ card, form, initial }: ReportDeskProps) {
  const { requested, ask } = useReportAddress();
  const [values, setValues] = useState<FilterValues>(requested ?? initial);
  const run = useReportRun(card.id);
  const embedded = card.modo_exibicao === 'CLIENTE';
  const inDialog = card.modo_exibicao === 'JANELA';
  const [windowOpen, setWindowOpen] = useState(requested !== null);
  const start = run.run;

  // There is nothing to ask for, so it is generated at once. It replaces the address, so that 'back' leaves the report.
  const asksNothing = missingFilters(form.schema, {}).length === 0;
  useEffect(() => {
    if (requested || !asksNothing) return;
    setWindowOpen(true);
    ask(initial, { replace: true });
  }, [requested, asksNothing, ask, initial]);

  // A change of address (by a link or by 'back') fills in the form and generates the report; so does the initial one.
  const generated = useRef<FilterValues | null>(null);
  useEffect(() => {
    if (!requested || generated.current === requested) return;
    generated.current = requested;
    setValues(requested);
    if (!embedded) void start(requested);
  }, [requested, start, embedded]);

  const generate = useCallback(
    (given: FilterValues) => {
      setValues(given);
      setWindowOpen(true);
      const same = requested && JSON.stringify(requested) === JSON.stringify(given);
      if (same && !embedded) void start(given);
      else ask({ ...given });
    },
    [ask, requested, start, embedded],
  );

  const refusal = run.error instanceof CallFailure ? run.error : null;
  const outcome = <ReportOutcome card={card} requested={requested} run={run} embedded={embedded} />;
  return (
    <Page title={card.titulo} actions={<ReportActions card={card} form={form} values={values} />}>
      {card.descricao && (
        <Typography sx={{ mb: 4, maxWidth: 720, color: (t) => t.vars.palette.components.textoSecundario }}>
          {card.descricao}
        </Typography>
      )}
      <Box sx={LAYOUT}>
        {/* On paper, the sentence above a result says what it was filtered by. */}
        <Box
          component="aside"
          aria-label="Filtros"
          data-print={requested ? 'no' : undefined}
          sx={{ minWidth: 0, position: { md: 'sticky' }, top: 64 }}
        >
          <SavedSets card={card} form={form} values={values} onChoose={setValues} onRun={generate} />
          <Box sx={PANEL}>
            <ReportFilters
              form={form}
              value={values}
              onChange={setValues}
              onRun={generate}
              running={run.since !== null}
              errors={refusal?.fields}
            />
          </Box>
        </Box>
        <Box sx={{ minWidth: 0 }}>
          {inDialog ? (
            <ResultDialogFrame
              title={card.titulo}
              open={windowOpen && requested !== null}
              onOpen={() => setWindowOpen(true)}
              onClose={() => setWindowOpen(false)}
              hasResult={requested !== null}
            >
              {outcome}
            </ResultDialogFrame>
          ) : (
            outcome
          )}
        </Box>
      </Box>
    </Page>
  );
}

const LAYOUT = {
  display: 'grid',
  gap: { xs: 4, md: 6 },
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '300px minmax(0, 1fr)' },
};

const PANEL = ({ vars: { palette } }: import('@mui/material/styles').Theme) => ({
  p: 4,
  borderRadius: 1,
  border: `1px solid ${palette.components.linha}`,
  backgroundColor: palette.components.superficie,
});

const ScheduleDialog = lazyScreen(
  () => import('#src/resources/reports/shared/schedules/ScheduleDialog.tsx'),
  'ScheduleDialog',
);

interface ReportActionsProps {
  card: ReportCard;
  form: FormDefinition;
  values: FilterValues;
}

/** Further actions for a report: scheduling it by e-mail. */
function ReportActions({ card, form, values }: ReportActionsProps) {
  const { can } = useCan();
  const [open, setOpen] = useState(false);
  if (!can('RELATORIOS_AGENDAR') || !card.exporta) return null;
  return (
    <>
      <Button
        color="inherit"
        startIcon={<ScheduleSendOutlined />}
        disabled={missingFilters(form.schema, values).length > 0}
        onClick={() => setOpen(true)}
      >
        Agendar envio
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ScheduleDialog
            sent={{ relatorio: card.id, titulo: card.titulo, saidas: card.saidas }}
            schema={form.schema}
            values={values}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ReportOutcomeProps {
  card: ReportCard;
  /** The filters in the address; `null` before anything was generated. */
  requested: FilterValues | null;
  run: ReturnType<typeof useReportRun>;
  embedded: boolean;
}

/** The right-hand side: empty, running, failed, or a result. */
function ReportOutcome({ card, requested, run, embedded }: ReportOutcomeProps) {
  if (!requested)
    return (
      <EmptyState
        icon={<AnalyticsOutlined />}
        title="Escolha os filtros e gere o relatório"
        text="O resultado aparece aqui, com totais, gráfico e exportação."
      />
    );
  if (embedded) return <EmbeddedReport idRelatorio={card.id} titulo={card.titulo} filtros={requested} />;
  const { generated, since, error, cancelled } = run;
  const shown = generated && (
    <Box inert={since !== null} sx={{ opacity: since === null ? 1 : 0.5 }}>
      <ReportResultView
        result={generated.result}
        actions={<ExportButtons report={card} filtros={generated.filtros} />}
        source={{ idRelatorio: card.id, filtros: generated.filtros }}
      />
    </Box>
  );
  if (error !== undefined)
    return (
      <>
        <Failure answer={{ data: generated?.result, error, refetch: () => run.run(requested) }} />
        {shown}
      </>
    );
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {since !== null && <RunningPanel since={since} onCancel={() => void run.cancel()} />}
      {cancelled && !shown && (
        <EmptyState
          title="Geração cancelada"
          text="Ajuste os filtros e gere de novo quando quiser. Um período menor fica pronto mais depressa."
        />
      )}
      {shown}
    </Box>
  );
}

interface ResultDialogFrameProps {
  title: string;
  open: boolean;
  hasResult: boolean;
  onOpen: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A report that requires its own window: a wide dialog over the form, which keeps its filters. */
function ResultDialogFrame({ title, open, hasResult, onOpen, onClose, children }: ResultDialogFrameProps) {
  const id = useId();
  return (
    <>
      <EmptyState
        icon={<OpenInFullOutlined />}
        title={hasResult ? 'O resultado está em uma janela' : 'Escolha os filtros e gere o relatório'}
        text={hasResult ? '' : 'O resultado abre em uma janela própria.'}
        actions={
          hasResult && (
            <Button variant="outlined" onClick={onOpen}>
              Abrir o resultado
            </Button>
          )
        }
      />
      <DialogFrame
        open={open}
        onClose={onClose}
        aria-labelledby={id}
        maxWidth="xl"
        fullWidth
        fullScreen="phone"
        keepMounted={false}
      >
        <DialogTitle id={id} sx={{ pr: 12 }}>
          {title}
        </DialogTitle>
        <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 8, right: 8 }}>
          <CloseOutlined />
        </CloseCross>
        <DialogContent>{children}</DialogContent>
      </DialogFrame>
    </>
  );
}
