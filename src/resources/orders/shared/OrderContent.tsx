import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { type ReactNode, Suspense, useState } from 'react';
import type { OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { CatalogRow } from '#contract/catalogs/catalog.ts';
import { paymentLinkStatus } from '#contract/catalogs/orderStatus.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { freightShareText } from '#contract/rules/freight/payableFreight.ts';
import { formatCalendarDate, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerLabel, CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { Timeline } from '#ui/components/detail/Timeline.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { lossText } from './lossText.ts';
import { OrderItems, TotalsStrip } from './OrderItems.tsx';

/** The read-only view of document 001 section 2: header, items by branch, removed items, totals, history. */
export function OrderContent({ view }: { view: OrderView }) {
  const [history, setHistory] = useState(false);
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Notices view={view} />
      <KeyValueList items={headerOf(view)} pairWidth={150} />
      <div>
        <OrderItems view={view} />
      </div>
      <TotalsStrip view={view} />
      <div>
        <Button
          size="small"
          color="inherit"
          aria-expanded={history}
          onClick={() => setHistory((shown) => !shown)}
        >
          {history ? 'Esconder histórico' : 'Ver histórico'}
        </Button>
        {history && <OrderHistory id={view.id} />}
      </div>
    </div>
  );
}

function Notices({ view }: { view: OrderView }) {
  const { linkPagamento: link, cliente, liberadoPara, motivoPerda, perda } = view;
  return (
    <>
      {cliente.motivoBloqueio !== null && (
        <Alert severity="warning">Cliente bloqueado: {cliente.motivoBloqueio || 'sem motivo dado'}.</Alert>
      )}
      {liberadoPara && (
        <Alert severity="info">
          Liberado {liberadoPara === 'B2B' ? 'na loja' : 'na força de vendas'}: travado aqui até ser
          recuperado.
        </Alert>
      )}
      {(motivoPerda || perda) && (
        <Alert severity="error">
          Perdido{motivoPerda && `: ${motivoPerda}`}
          {perda && <div>{lossText(perda, ownZone())}</div>}
        </Alert>
      )}
      {link && (
        <Alert severity={link.status === 'PAGO' ? 'success' : 'info'} icon={false}>
          <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
            <StatusChip value={link.status} catalog={paymentLinkStatus} />
            {link.pagoEm
              ? `Pago em ${formatDateTime(link.pagoEm, ownZone())}`
              : `Válido até ${formatDateTime(link.validade, ownZone())}`}
            {link.url && (
              <>
                <a href={link.url} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
                  Abrir página de pagamento
                </a>
                <CopyButton text={link.url} label="Copiar link de pagamento" />
              </>
            )}
          </span>
        </Alert>
      )}
    </>
  );
}

const day = (value: string | null) => (value ? formatCalendarDate(value) : '--');

/** With the labels and order of the document; empty values use the document's placeholders. */
function headerOf(view: OrderView): { label: string; value: ReactNode }[] {
  return [
    { label: 'Operador', value: view.colaborador.nome },
    {
      label: 'Cliente',
      value: (
        <CustomerPanelLink id={view.cliente.id}>
          <CustomerLabel
            id={view.cliente.id}
            tradeName={view.cliente.fant}
            legalName={view.cliente.razSoc}
            stacked
          />
        </CustomerPanelLink>
      ),
    },
    { label: 'Ordem de compra', value: view.ordComp || 'N/D' },
    { label: 'Criado em', value: formatDateTime(view.dtHorInc, ownZone()) },
    view.isPedido
      ? { label: 'Data Programada', value: day(view.dtProgr) }
      : { label: 'Válido até', value: day(view.dtVal) },
    { label: 'Cobrança', value: view.cobranca?.desc ?? '--' },
    { label: 'Plano de pagamento', value: view.plano?.desc ?? '--' },
    { label: 'Tipo de frete', value: view.retira ? 'Cliente retira' : (view.tipoFrete?.desc ?? '--') },
    { label: 'Transportadora', value: view.transportadora?.nome ?? '--' },
    ...(view.redespacho ? [{ label: 'Redespacho', value: view.redespacho.nome }] : []),
    ...(isPositive(view.vlFrete)
      ? [{ label: 'Frete', value: freightShareText(view.freteSobreProdutos) }]
      : []),
    ...(view.enderecoEntrega ? [{ label: 'Endereço de entrega', value: view.enderecoEntrega }] : []),
    ...(view.notasFiscais.length > 0
      ? [{ label: 'Notas fiscais', value: <OrderNotes notes={view.notasFiscais} /> }]
      : []),
    { label: 'Observação de entrega', value: view.obsEntrega || '--' },
    { label: 'Observação do pedido', value: view.obsPedido || '--' },
    { label: 'Observação do cliente', value: view.obsCliente || '--' },
  ];
}

const TrackingDialog = lazyScreen(() => import('./TrackingDialog.tsx'), 'TrackingDialog');

type Note = OrderView['notasFiscais'][number];

/** The invoices of an order, with tracking for those in transit. */
function OrderNotes({ notes }: { notes: readonly Note[] }) {
  const [tracked, setTracked] = useState<Note['rastreio']>(null);
  return (
    <>
      {notes.map(({ id, numNf, rastreio }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {numNf}
          {rastreio && (
            <>
              {' · '}
              <Link
                component="button"
                type="button"
                aria-label={`Rastrear a nota ${numNf}`}
                onClick={() => setTracked(rastreio)}
              >
                Rastrear
              </Link>
            </>
          )}
        </span>
      ))}
      {tracked && (
        <Suspense>
          <TrackingDialog {...tracked} onClose={() => setTracked(null)} />
        </Suspense>
      )}
    </>
  );
}

const TYPES: readonly CatalogRow[] = [
  { value: 'ORCAMENTO', label: 'Orçamento', color: 'informacao', icon: 'RequestQuote' },
  { value: 'PEDIDO', label: 'Pedido', color: 'sucesso', icon: 'ReceiptLong' },
];
const PER_PAGE = 10;

/** The history of a quote or order, newest first. */
function OrderHistory({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const answer = useRoute(quoteRoutes.history, {
    params: { id },
    query: { page, take: PER_PAGE },
  });
  return (
    <Answered answer={answer} skeleton={<ListSkeleton rows={3} />}>
      {({ itens, paginator }) => (
        <>
          <Timeline
            catalog={TYPES}
            initial={PER_PAGE}
            entries={itens.map((entry) => ({
              id: entry.id,
              type: entry.tipo,
              at: entry.datahora_criacao,
              person: entry.autor,
              note: entry.historico,
            }))}
          />
          <AnswerPages page={page} paginator={paginator} onPage={setPage} noun={['registro', 'registros']} />
        </>
      )}
    </Answered>
  );
}
