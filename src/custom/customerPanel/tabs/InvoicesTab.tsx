import CodeIcon from '@mui/icons-material/Code';
import FolderCopyOutlined from '@mui/icons-material/FolderCopyOutlined';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, Suspense, useState } from 'react';
import { CustomerInvoice, documentRoutes, type InvoiceSort } from '#contract/callcenter/orders/documents.ts';
import { addDays, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { currentInitialLoad, ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column, Sort } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { NoteMark } from '#ui/components/display/NoteMark.tsx';
import { PeriodFields } from '#ui/components/inputs/DateField.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { money } from '#ui/lists/shown.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { PersonalGate } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { PanelTabProps } from '../panelTabProps.ts';
import { DOCUMENTS, type DocumentKind, useDocumentDownload, WiderPeriod } from '../TabParts.tsx';

const InvoicePapersDialog = lazyScreen(
  () => import('#src/resources/invoicePapers/shared/InvoicePapers.tsx'),
  'InvoicePapersDialog',
);
const TrackingDialog = lazyScreen(
  () => import('#src/resources/orders/shared/TrackingDialog.tsx'),
  'TrackingDialog',
);

/** Notas Fiscais, initially those of the last 45 days. */
export function InvoicesTab({ idCli }: PanelTabProps) {
  const [range, setRange] = useState(firstRange);
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>({ field: 'dtSai', direction: 'DESC' });
  const [tracked, setTracked] = useState<CustomerInvoice['rastreio']>(null);
  const [papersOf, setPapersOf] = useState<string | null>(null);
  const { download, busy, notice } = useDocumentDownload();
  const invoices = useRoute(
    documentRoutes.invoices,
    {
      params: { idCli },
      query: { ...range, page, sortBy: sort.field as InvoiceSort, orderBy: sort.direction },
    },
    { placeholderData: (before) => before },
  );
  const paginator = invoices.data?.paginator;
  const change = (part: Partial<typeof range>) => {
    setRange((before) => ({ ...before, ...part }));
    setPage(1);
  };
  return (
    <>
      <PeriodFields
        from={range.dtInicial}
        to={range.dtFinal}
        onChange={(dtInicial, dtFinal) => change({ dtInicial, dtFinal })}
      />
      <DataTable
        label="Notas fiscais"
        columns={INVOICE_COLUMNS}
        rows={invoices.data?.itens ?? NONE}
        rowId={({ id }) => id}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setPage(1);
        }}
        loading={invoices.isFetching}
        answer={invoices}
        empty={
          <EmptyState
            title="Nenhuma nota fiscal no período"
            text={`Não há notas de ${formatCalendarDate(range.dtInicial)} a ${formatCalendarDate(range.dtFinal)}.`}
            actions={<WiderPeriod from={range.dtInicial} onFrom={(dtInicial) => change({ dtInicial })} />}
          />
        }
        rowActions={(row) => (
          <InvoiceActions
            row={row}
            busy={busy}
            onDownload={download}
            onTrack={setTracked}
            onPapers={setPapersOf}
          />
        )}
        actionsWidth={240}
        rowCount={paginator?.total}
      />
      {paginator && (
        <AnswerPages
          page={paginator.current_page}
          paginator={paginator}
          onPage={setPage}
          noun={['nota fiscal', 'notas fiscais']}
        />
      )}
      {tracked && (
        <Suspense fallback={null}>
          <TrackingDialog {...tracked} onClose={() => setTracked(null)} />
        </Suspense>
      )}
      {papersOf && (
        <Suspense fallback={null}>
          <InvoicePapersDialog numNf={papersOf} onClose={() => setPapersOf(null)} />
        </Suspense>
      )}
      {notice}
    </>
  );
}

const NONE: CustomerInvoice[] = [];
const DEFAULT_DAYS = 45;

/** The range is set by the parameter `diasConsultaNotas`. */
function firstRange() {
  const today = ownToday();
  const given = Number(currentInitialLoad()?.parametros.diasConsultaNotas);
  const days = Number.isInteger(given) && given > 0 ? given : DEFAULT_DAYS;
  return { dtInicial: addDays(today, -days), dtFinal: today };
}

interface InvoiceActionsProps {
  row: CustomerInvoice;
  /** The download in progress. */
  busy: string | null;
  onDownload: (kind: DocumentKind, id: number) => void;
  onTrack: (tracking: CustomerInvoice['rastreio']) => void;
  onPapers: (key: string) => void;
}

/** XML, DANFE and, where available, the boleto and the tracking. */
function InvoiceActions({ row, busy, onDownload, onTrack, onPapers }: InvoiceActionsProps) {
  const { can } = useCan();
  const { id, numNf, boleto, rastreio } = row;
  const button = (kind: DocumentKind, of: number, label: string, icon: ReactNode) => (
    <PersonalGate route={DOCUMENTS[kind].route}>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        loading={busy === `${kind}-${of}`}
        onClick={() => onDownload(kind, of)}
      >
        {icon}
      </IconButton>
    </PersonalGate>
  );
  return (
    <>
      <CopyButton text={row.chave} label={`Copiar chave da nota ${numNf}`} />
      {button('xml', id, `Baixar XML da nota ${numNf}`, <CodeIcon fontSize="small" />)}
      {button('danfe', id, `Baixar DANFE da nota ${numNf}`, <PictureAsPdfOutlined fontSize="small" />)}
      {boleto !== null &&
        button('boleto', boleto, `Baixar boleto da nota ${numNf}`, <ReceiptLongOutlined fontSize="small" />)}
      {can('SAC_TICKETS') && (
        <IconButton
          size="small"
          aria-label={`Devoluções e correções da nota ${numNf}`}
          title="Devoluções e correções"
          onClick={() => onPapers(row.chave)}
        >
          <FolderCopyOutlined fontSize="small" />
        </IconButton>
      )}
      {rastreio && (
        <IconButton
          size="small"
          aria-label={`Rastrear a entrega da nota ${numNf}`}
          title="Rastrear a entrega"
          onClick={() => onTrack(rastreio)}
        >
          <LocalShippingOutlined fontSize="small" />
        </IconButton>
      )}
    </>
  );
}

const INVOICE_COLUMNS: readonly Column<CustomerInvoice>[] = [
  fieldColumn(CustomerInvoice, 'numNf', {
    width: 110,
    sortable: true,
    card: 'title',
    render: ({ numNf, avisoNota }) => (
      <>
        {numNf}
        <NoteMark text={avisoNota} />
      </>
    ),
  }),
  fieldColumn(CustomerInvoice, 'dtSai', {
    label: 'Saída',
    kind: 'date',
    width: 120,
    sortable: true,
    card: 'corner',
  }),
  fieldColumn(CustomerInvoice, 'vlTot', {
    label: 'Valor',
    width: 130,
    sortable: true,
    card: 'fact',
    shown: money,
  }),
  fieldColumn(CustomerInvoice, 'idFil', {
    minWidth: 140,
    sortable: true,
    card: 'fact',
    render: ({ filial }) => filial,
  }),
  fieldColumn(CustomerInvoice, 'observacao', { minWidth: 160, card: 'fact' }),
];
