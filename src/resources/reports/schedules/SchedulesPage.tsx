import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ScheduleSendOutlined from '@mui/icons-material/ScheduleSendOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CatalogRow } from '#contract/catalogs/catalog.ts';
import { formatCount } from '#contract/rules/format.ts';
import { rhythmText } from '#contract/rules/reports/rhythm.ts';
import { ReportSchedule, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import { call } from '#data/call.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { BackToReports } from '../shared/reportAddress.tsx';
import { ScheduleDialog } from '../shared/schedules/ScheduleDialog.tsx';

/** `/relatorios/agendados`: the reports and dashboards sent automatically, their recipients and their schedule. */
export function SchedulesPage() {
  return (
    <RequirePermission permission="RELATORIOS_AGENDAR">
      <Schedules />
    </RequirePermission>
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
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            icon={<ScheduleSendOutlined />}
            title="Nenhum envio agendado"
            text='Abra um relatório ou um painel, escolha os filtros e use "Agendar envio".'
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

interface EditScheduleProps {
  schedule: ReportSchedule;
  onClose: () => void;
}

function EditSchedule({ schedule, onClose }: EditScheduleProps) {
  const { painel, titulo, filtros } = schedule;
  if (painel === null) return <EditOfReport schedule={schedule} onClose={onClose} />;
  return <ScheduleDialog sent={{ painel, titulo }} values={filtros} schedule={schedule} onClose={onClose} />;
}

/** Offers the formats that the report currently supports. */
function EditOfReport({ schedule, onClose }: EditScheduleProps) {
  const cards = useRoute(reportRoutes.list, { query: {} }).data;
  if (!cards) return null;
  const { titulo, filtros, formato } = schedule;
  const relatorio = schedule.relatorio ?? '';
  const saidas = cards.find(({ id }) => id === relatorio)?.saidas ?? [formato];
  return (
    <ScheduleDialog
      sent={{ relatorio, titulo, saidas }}
      values={filtros}
      schedule={schedule}
      onClose={onClose}
    />
  );
}

const NO_ROWS: ReportSchedule[] = [];
const rowId = ({ id }: ReportSchedule) => id;

const scheduleColumns: readonly Column<ReportSchedule>[] = [
  fieldColumn(ReportSchedule, 'nome', {
    label: 'Envio',
    card: 'title',
    minWidth: 200,
    second: ({ formato }) => formato,
  }),
  {
    id: 'situacao',
    label: 'Situação',
    card: 'corner',
    width: 150,
    render: (schedule) => <StatusChip value={stateOf(schedule)} catalog={scheduleStates} />,
  },
  fieldColumn(ReportSchedule, 'titulo', {
    minWidth: 180,
    render: ({ relatorio, painel, titulo }) => (
      <Link to={painel === null ? `/relatorios/${relatorio}` : `/paineis/${painel}`}>{titulo}</Link>
    ),
  }),
  fieldColumn(ReportSchedule, 'ritmo', { minWidth: 190, render: ({ ritmo }) => rhythmText(ritmo) }),
  {
    id: 'destinatarios',
    label: 'Quem recebe',
    minWidth: 180,
    render: ({ destinatarios }) => {
      const names = destinatarios.map(({ nome }) => nome).join(', ');
      return <span title={names}>{names}</span>;
    },
  },
  fieldColumn(ReportSchedule, 'proxima', { label: 'Próximo', kind: 'text', width: 130 }),
  fieldColumn(ReportSchedule, 'ultima', { label: 'Último', kind: 'text', width: 130 }),
  {
    id: 'erro',
    label: 'O que houve',
    minWidth: 220,
    render: ({ erro }) =>
      erro && (
        <Typography component="span" variant="body2" title={erro} sx={{ whiteSpace: 'pre-line' }}>
          {erro}
        </Typography>
      ),
  },
  fieldColumn(ReportSchedule, 'dono', { label: 'Agendado por', width: 150 }),
];

const scheduleStates: readonly CatalogRow[] = [
  { value: 'ATIVO', label: 'Ativo', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'COM_AVISO', label: 'Com aviso', color: 'aviso', icon: 'Warning' },
  { value: 'REVISAR', label: 'Revisar filtros', color: 'aviso', icon: 'Warning' },
  { value: 'PARADO', label: 'Parado', color: 'secundaria', icon: 'Block' },
];

function stateOf({ ativo, erro, desatualizado }: ReportSchedule): string {
  if (desatualizado) return 'REVISAR';
  if (!ativo) return 'PARADO';
  return erro ? 'COM_AVISO' : 'ATIVO';
}
