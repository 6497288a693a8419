import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { dashboardPaperRoutes } from '#contract/sac/reports/dashboardPaper.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import type { FilterValues } from '#src/resources/reports/shared/useReportRun.ts';
import { Button } from '#ui/components/Button.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface PaperButtonProps {
  dashboard: { id: string; titulo: string };
  /** Those of the address; `null` for those that the page opens with. */
  filtros: FilterValues | null;
}

/** What the page shows to the person, as PDF. */
export function PaperButton({ dashboard: { id, titulo }, filtros }: PaperButtonProps) {
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const start = async () => {
    setBusy(true);
    try {
      await downloadRoute(
        dashboardPaperRoutes.pdf,
        { params: { id }, body: filtros ? { filtros } : {} },
        `${titulo}.pdf`,
      );
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      color="inherit"
      startIcon={<PictureAsPdfOutlined />}
      loading={busy}
      loadingPosition="start"
      onClick={() => void start()}
    >
      Baixar PDF
    </Button>
  );
}
