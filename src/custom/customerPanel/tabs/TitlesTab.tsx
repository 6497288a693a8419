import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import TodayIcon from '@mui/icons-material/TodayOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { documentRoutes, Receivable, type TitleSort } from '#contract/callcenter/orders/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column, Sort } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { money } from '#ui/lists/shown.tsx';
import { PersonalGate } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import type { PanelTabProps } from '../panelTabProps.ts';
import { DOCUMENTS, useDocumentDownload } from '../TabParts.tsx';

/** Boletos: what the customer still has to pay, oldest first. */
export function TitlesTab({ idCli }: PanelTabProps) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>({ field: 'dtVenc', direction: 'ASC' });
  const titles = useRoute(
    documentRoutes.titles,
    { params: { idCli }, query: { page, sortBy: sort.field as TitleSort, orderBy: sort.direction } },
    { placeholderData: (before) => before },
  );
  const { download, busy, notice } = useDocumentDownload();
  const paginator = titles.data?.paginator;
  return (
    <>
      <DataTable
        label="Boletos"
        columns={COLUMNS}
        rows={titles.data?.itens ?? NONE}
        rowId={({ id }) => id}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setPage(1);
        }}
        loading={titles.isFetching}
        answer={titles}
        empty={<EmptyState title="Nenhum boleto em aberto" text="Tudo o que este cliente devia está pago." />}
        rowActions={(row) => (
          <TitleActions row={row} busy={busy === `boleto-${row.id}`} onDownload={download} />
        )}
        actionsWidth={88}
        rowCount={paginator?.total}
      />
      {paginator && (
        <AnswerPages
          page={paginator.current_page}
          paginator={paginator}
          onPage={setPage}
          noun={['boleto', 'boletos']}
        />
      )}
      {notice}
    </>
  );
}

const NONE: Receivable[] = [];

interface TitleActionsProps {
  row: Receivable;
  busy: boolean;
  onDownload: (kind: 'boleto', id: number) => void;
}

/** A title that is paid in another way has no slip. */
function TitleActions({ row, busy, onDownload }: TitleActionsProps) {
  if (row.codBarras === null) return null;
  const label = `Baixar boleto ${row.nro}`;
  return (
    <>
      <CopyButton
        text={row.codBarras.replace(/\D/g, '')}
        label={`Copiar linha digitável do boleto ${row.nro}`}
      />
      <PersonalGate route={DOCUMENTS.boleto.route}>
        <IconButton
          size="small"
          aria-label={label}
          title={label}
          loading={busy}
          onClick={() => onDownload('boleto', row.id)}
        >
          <DownloadIcon fontSize="small" />
        </IconButton>
      </PersonalGate>
    </>
  );
}

const COLUMNS: readonly Column<Receivable>[] = [
  fieldColumn(Receivable, 'nro', { width: 100, sortable: true, card: 'title' }),
  fieldColumn(Receivable, 'dtVenc', {
    kind: 'date',
    width: 220,
    sortable: true,
    defaultDirection: 'ASC',
    card: 'fact',
    render: ({ dtVenc, pagavelAte }) =>
      pagavelAte === dtVenc
        ? formatCalendarDate(dtVenc)
        : `${formatCalendarDate(dtVenc)} (pagável até ${formatCalendarDate(pagavelAte).slice(0, 5)})`,
  }),
  fieldColumn(Receivable, 'valor', { width: 124, sortable: true, card: 'fact', shown: money }),
  {
    id: 'dias',
    label: 'Situação',
    width: 200,
    card: 'corner',
    render: ({ dias }) => <DueText days={dias} />,
  },
  fieldColumn(Receivable, 'descCob', { minWidth: 140 }),
  fieldColumn(Receivable, 'idFil', {
    minWidth: 140,
    hideOrder: 1,
    sortable: true,
    card: 'fact',
    render: ({ filial }) => filial,
  }),
];

/** 'Vencido há 3 dias', 'Hoje', 'Vencimento para 12 dias': colour, icon and word. */
function DueText({ days }: { days: number }) {
  const Icon = days < 0 ? ErrorOutlined : days === 0 ? TodayIcon : CheckCircleOutlined;
  return (
    <Tag tone={days < 0 ? 'tons.vermelho' : days === 0 ? 'tons.ambar' : 'tons.verde'}>
      <Icon sx={{ fontSize: 14 }} />
      <span>{dueText(days)}</span>
    </Tag>
  );
}

/** Takes the number of days until a title is due, on the calendar of its branch; negative when it is late. */
export function dueText(days: number): string {
  if (days === 0) return 'Hoje';
  const count = formatCount(Math.abs(days), 'dia', 'dias');
  return days < 0 ? `Vencido há ${count}` : `Vencimento para ${count}`;
}
