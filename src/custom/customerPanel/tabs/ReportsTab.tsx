import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import type { IconName } from '../../../../contract/catalogs/iconNames.ts';
import { type ReportCard, reportRoutes } from '../../../../contract/sac/reports.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { CatalogIcon } from '../../../ui/components/display/CatalogIcon.tsx';
import { toneColors } from '../../../ui/components/toneColors.ts';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { FormSkeleton, ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { EmbeddedReport } from '../../reportViewer/EmbeddedReport.tsx';
import { ReportFilters } from '../../reportViewer/ReportFilters.tsx';
import type { FilterValues } from '../../reportViewer/useReportRun.ts';
import type { PanelTabProps } from '../panelTab.ts';

/** Consultas: the reports about one customer, each with its filters, shown in place. */
export function ReportsTab({ idCli }: PanelTabProps) {
  const [chosen, setChosen] = useState<ReportCard | null>(null);
  const { data, error, refetch } = useRoute(reportRoutes.list, { query: { tipo: 'CLIENTE' } });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={4} />;
  if (data.length === 0) return <EmptyState title="Nenhum relatório disponível no momento" />;
  if (chosen)
    return <CustomerReport key={chosen.id} card={chosen} idCli={idCli} onBack={() => setChosen(null)} />;
  return <ReportChoices cards={data} onChoose={setChosen} />;
}

interface CustomerReportProps {
  card: ReportCard;
  idCli: number;
  onBack: () => void;
}

/** One report about the customer: its filters, then what they find, on a page of its own inside this one. */
function CustomerReport({ card, idCli, onBack }: CustomerReportProps) {
  const { data, error, refetch } = useRoute(
    reportRoutes.form,
    { params: { idRelatorio: card.id } },
    { refetchOnWindowFocus: false, staleTime: 60_000 },
  );
  const [values, setValues] = useState<FilterValues | null>(null);
  const [asked, setAsked] = useState<FilterValues | null>(null);
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
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FormSkeleton fields={2} />}
      {data && (
        <FilterPanel open={open} onToggle={() => setOpen(!open)}>
          <ReportFilters
            form={data.formulario}
            value={values ?? data.inicial}
            onChange={setValues}
            onRun={(given) => {
              setOpen(false);
              setAsked({ ...given, CLIENTE_ID: idCli });
            }}
            running={false}
          />
        </FilterPanel>
      )}
      {asked && <EmbeddedReport idRelatorio={card.id} titulo={card.titulo} filtros={asked} />}
    </Box>
  );
}

interface FilterPanelProps {
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** 'SELECIONAR FILTROS' opens and closes; the result takes the room when it is closed. */
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

/** The reports to choose from: icon, title, what each answers. */
const ReportChoices = ({ cards, onChoose }: ReportChoicesProps) => (
  <Grid>
    {cards.map((card) => (
      <li key={card.id}>
        <Card type="button" tone={card.cor} onClick={() => onChoose(card)}>
          <i>
            <CatalogIcon name={card.thumb as IconName} size={20} />
          </i>
          <span>
            <strong>{card.titulo}</strong>
            <small>{card.descricao}</small>
          </span>
        </Card>
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

const Card = styled('button', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => {
    const { components } = theme.vars.palette;
    const { soft, text } = toneColors(theme, tone);
    return {
      display: 'flex',
      gap: 12,
      width: '100%',
      height: '100%',
      padding: '12px 14px',
      borderRadius: 8,
      border: `1px solid ${components.linha}`,
      backgroundColor: components.superficie,
      color: components.texto,
      font: 'inherit',
      textAlign: 'left',
      cursor: 'pointer',
      '&:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
      '& i': {
        display: 'grid',
        placeContent: 'center',
        flex: 'none',
        width: 36,
        height: 36,
        borderRadius: 8,
        color: text,
        backgroundColor: soft,
      },
      '& strong': { display: 'block', fontWeight: 600, lineHeight: 1.35 },
      '& small': { display: 'block', marginTop: 2, fontSize: 13, color: components.textoSecundario },
    };
  },
);
