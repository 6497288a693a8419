import { useState } from 'react';
import { type ReportCard, reportRoutes } from '../../../../contract/sac/reports.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { PanelTabProps } from '../panelTab.ts';
import { CustomerReport } from './reports/CustomerReport.tsx';
import { ReportChoices } from './reports/ReportChoices.tsx';

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
