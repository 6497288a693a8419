import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined';
import { Suspense, useState } from 'react';
import type { Dashboard } from '#contract/sac/reports/dashboardPages.ts';
import type { FilterValues } from '#src/resources/reports/shared/useReportRun.ts';
import { Button } from '#ui/components/Button.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';

interface ScheduleButtonProps {
  dashboard: Dashboard;
  /** The common filters that the page shows. */
  filtros: FilterValues;
}

/** The page as PDF by e-mail, to each with what they may see. */
export function ScheduleButton({ dashboard: { id, titulo, formulario }, filtros }: ScheduleButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button color="inherit" startIcon={<ScheduleSendOutlined />} onClick={() => setOpen(true)}>
        Agendar envio
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ScheduleDialog
            sent={{ painel: id, titulo }}
            {...(formulario && { schema: formulario.schema })}
            values={filtros}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const ScheduleDialog = lazyScreen(
  () => import('#src/resources/reports/shared/schedules/ScheduleDialog.tsx'),
  'ScheduleDialog',
);
