import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { formatCount } from '../../../../contract/rules/format.ts';
import { type ReportSchedule, reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import { reportRoutes } from '../../../../contract/sac/reports.ts';
import { Guarded } from '../../../custom/console/Guarded.tsx';
import { call } from '../../../dataProvider/call.ts';
import { routeKey, useRoute } from '../../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/components/DataTable/DataTable.tsx';
import { Hint } from '../../../ui/components/Hint.tsx';
import { Page } from '../../../ui/shell/Page.tsx';
import { EmptyState } from '../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { BackToReports } from '../BackToReports.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { scheduleColumns } from './scheduleColumns.tsx';

/** `/relatorios/agendados`: what is sent by itself, to whom and when. */
export function SchedulesPage() {
  return (
    <Guarded permission="RELATORIOS_AGENDAR">
      <Schedules />
    </Guarded>
  );
}

type Asking = { kind: 'edit' | 'remove'; schedule: ReportSchedule } | null;

function Schedules() {
  const { data, error, isPending, refetch } = useRoute(
    reportDeskRoutes.schedules,
    { query: {} },
    { refetchInterval: 60_000 },
  );
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const rowActions = useCallback(
    (schedule: ReportSchedule) => (
      <>
        <Hint text="Alterar">
          <IconButton
            size="small"
            aria-label={`Alterar envio ${schedule.nome}`}
            onClick={() => setAsking({ kind: 'edit', schedule })}
          >
            <EditOutlined fontSize="small" />
          </IconButton>
        </Hint>
        <Hint text="Excluir">
          <IconButton
            size="small"
            aria-label={`Excluir envio ${schedule.nome}`}
            onClick={() => setAsking({ kind: 'remove', schedule })}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </Hint>
      </>
    ),
    [],
  );
  const open = useCallback((schedule: ReportSchedule) => setAsking({ kind: 'edit', schedule }), []);
  return (
    <Page title="Envios agendados" count={data && formatCount(data.length, 'envio', 'envios')} fill>
      <DataTable
        label="Envios agendados"
        columns={scheduleColumns}
        rows={data ?? NO_ROWS}
        rowId={rowId}
        onOpen={open}
        rowActions={rowActions}
        actionsWidth={72}
        loading={isPending}
        error={error ? <ErrorState error={error} onRetry={() => refetch()} /> : undefined}
        empty={
          <EmptyState
            icon={<ScheduleSendOutlined />}
            title="Nenhum envio agendado"
            text='Abra um relatório, escolha os filtros e use "Agendar envio".'
            actions={<BackToReports />}
          />
        }
        maxHeight="100%"
      />
      {asking?.kind === 'edit' && <EditSchedule schedule={asking.schedule} onClose={() => setAsking(null)} />}
      {asking?.kind === 'remove' && (
        <ConfirmDialog
          open
          title={`Excluir o envio "${asking.schedule.nome}"?`}
          text="Ninguém mais o recebe. O que já foi enviado continua no histórico."
          confirmLabel="Excluir"
          tone="error"
          onCancel={() => setAsking(null)}
          onConfirm={async () => {
            await call(reportDeskRoutes.removeSchedule, { params: { id: asking.schedule.id } });
            await client.invalidateQueries({ queryKey: routeKey(reportDeskRoutes.schedules) });
            setAsking(null);
          }}
        />
      )}
    </Page>
  );
}

/** The formats are those that the report goes out in now. */
function EditSchedule({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const cards = useRoute(reportRoutes.list, { query: {} }).data;
  if (!cards) return null;
  const saidas = cards.find(({ id }) => id === schedule.relatorio)?.saidas ?? [schedule.formato];
  return (
    <ScheduleDialog
      report={{ id: schedule.relatorio, titulo: schedule.titulo, saidas }}
      values={schedule.filtros}
      schedule={schedule}
      onClose={onClose}
    />
  );
}

const NO_ROWS: ReportSchedule[] = [];
const rowId = ({ id }: ReportSchedule) => id;
