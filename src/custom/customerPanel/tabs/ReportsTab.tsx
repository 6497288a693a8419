import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { type ReportCard, reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { ReportChoice, ReportFilters } from '#src/resources/reports/shared/ReportFilters.tsx';
import type { FilterValues } from '#src/resources/reports/shared/useReportRun.ts';
import { Answered, EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton, ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { EmbeddedReport } from '../../reportViewer/EmbeddedReport.tsx';
import type { PanelTabProps } from '../panelTabProps.ts';

/** Consultas: the reports about one customer, each with its filters, displayed in place. */
export function ReportsTab({ idCli }: PanelTabProps) {
  const [chosen, setChosen] = useState<ReportCard | null>(null);
  const answer = useRoute(reportRoutes.list, { query: { tipo: 'CLIENTE' } });
  return (
    <Answered answer={answer} skeleton={<ListSkeleton rows={4} />}>
      {(cards) => {
        if (cards.length === 0) return <EmptyState title="Nenhum relatório disponível no momento" />;
        return chosen ? (
          <CustomerReport key={chosen.id} card={chosen} idCli={idCli} onBack={() => setChosen(null)} />
        ) : (
          <ReportChoices cards={cards} onChoose={setChosen} />
        );
      }}
    </Answered>
  );
}

interface CustomerReportProps {
  card: ReportCard;
  idCli: number;
  onBack: () => void;
}

/** One report about the customer: its filters, then the results, as a subpage of this tab. */
function CustomerReport({ card, idCli, onBack }: CustomerReportProps) {
  const { data, error, refetch } = useRoute(
    reportRoutes.form,
    { params: { idRelatorio: card.id } },
    { refetchOnWindowFocus: false, staleTime: 60_000 },
  );
  const [values, setValues] = useState<FilterValues | null>(null);
  const [requested, setRequested] = useState<FilterValues | null>(null);
  const [open, setOpen] = useState(true);
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button size="small" startIcon={<ArrowBackOutlined />} onClick={onBack}>
          Todas as consultas
        </Button>
        <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600 }}>
          {card.titulo}
        </Typography>
      </Box>
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <FormSkeleton fields={2} />}
      {data && (
        <FilterPanel open={open} onToggle={() => setOpen(!open)}>
          <ReportFilters
            form={data.formulario}
            value={values ?? data.inicial}
            onChange={setValues}
            onRun={(given) => {
              setOpen(false);
              setRequested({ ...given, CLIENTE_ID: idCli });
            }}
            running={false}
          />
        </FilterPanel>
      )}
      {requested && <EmbeddedReport idRelatorio={card.id} titulo={card.titulo} filtros={requested} />}
    </Box>
  );
}

interface FilterPanelProps {
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** 'SELECIONAR FILTROS' toggles the panel; when closed, the result takes the space. */
function FilterPanel({ open, onToggle, children }: FilterPanelProps) {
  const id = useId();
  return (
    <Paper variant="outlined">
      <Button
        fullWidth
        color="inherit"
        startIcon={<TuneOutlined />}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        sx={{ justifyContent: 'flex-start', px: 4, py: 2, letterSpacing: '0.04em' }}
      >
        SELECIONAR FILTROS
      </Button>
      <Collapse in={open} id={id}>
        <Box sx={{ px: 4, pb: 4, pt: 1, maxWidth: 480 }}>{children}</Box>
      </Collapse>
    </Paper>
  );
}

interface ReportChoicesProps {
  cards: readonly ReportCard[];
  onChoose: (card: ReportCard) => void;
}

/** The reports to choose from: icon, title, and what each one answers. */
const ReportChoices = ({ cards, onChoose }: ReportChoicesProps) => (
  <Grid>
    {cards.map((card) => (
      <li key={card.id}>
        <ReportChoice card={card} onChoose={() => onChoose(card)} />
      </li>
    ))}
  </Grid>
);

const Grid = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
});
