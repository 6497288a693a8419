import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import type { FormDefinition } from '../../../contract/rules/forms/formDefinition.ts';
import { missingFilters } from '../../../contract/rules/reports/missingFilters.ts';
import type { ReportCard } from '../../../contract/sac/reports.ts';
import type { FilterValues } from '../../custom/reportViewer/useReportRun.ts';
import { useCan } from '../../ui/shell/useCan.ts';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedules/ScheduleDialog.tsx')).ScheduleDialog,
}));

interface ReportActionsProps {
  card: ReportCard;
  form: FormDefinition;
  values: FilterValues;
}

/** What else one does with a report: have it sent. */
export function ReportActions({ card, form, values }: ReportActionsProps) {
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
          <ScheduleDialog report={card} schema={form.schema} values={values} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
