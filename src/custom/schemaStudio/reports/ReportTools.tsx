import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Button from '@mui/material/Button';
import { PictureTools } from '../parts/PictureTools.tsx';
import type { ReportActions } from './useReportActions.ts';

interface ReportToolsProps {
  actions: ReportActions;
  /** Absent while there is nothing that could be run. */
  onRun: (() => void) | undefined;
  busy: boolean;
}

/** Columns and filters are added, moved and taken out; the data is asked for anew. */
export function ReportTools({ actions, onRun, busy }: ReportToolsProps) {
  const refresh = (
    <Button size="small" startIcon={<RefreshOutlined />} disabled={!onRun} loading={busy} onClick={onRun}>
      Atualizar dados
    </Button>
  );
  if (actions.readOnly) return <div>{refresh}</div>;
  return (
    <PictureTools
      adds={[
        { label: 'Coluna', onAdd: actions.addColumn },
        { label: 'Filtro', onAdd: actions.addParameter },
      ]}
      onMove={actions.move}
      mayMove={actions.mayMove}
      remove={actions.remove && { label: 'Retirar', onRemove: actions.remove }}
    >
      {refresh}
    </PictureTools>
  );
}
