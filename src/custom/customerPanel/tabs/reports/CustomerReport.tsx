import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type ReportCard, reportRoutes } from '../../../../../contract/sac/reports.ts';
import { useRoute } from '../../../../dataProvider/useRoute.ts';
import { ErrorState } from '../../../../ui/shell/states/ErrorState.tsx';
import { FormSkeleton } from '../../../../ui/shell/states/skeletons.tsx';
import { EmbeddedReport } from '../../../reportViewer/EmbeddedReport.tsx';
import { ReportFilters } from '../../../reportViewer/ReportFilters.tsx';
import type { FilterValues } from '../../../reportViewer/useReportRun.ts';
import { FilterPanel } from './FilterPanel.tsx';

interface CustomerReportProps {
  card: ReportCard;
  idCli: number;
  onBack: () => void;
}

/** One report about the customer: its filters, then what they find, on a page of its own inside this one. */
export function CustomerReport({ card, idCli, onBack }: CustomerReportProps) {
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
