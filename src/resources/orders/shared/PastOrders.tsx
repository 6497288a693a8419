import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PastOrder, PastOrderLine } from '#contract/callcenter/orders/orderRow.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { PAST_ORDER_STATUS } from '#contract/records/pastOrders.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Money, Quantity, SecondaryText, UnitPrice } from '#ui/components/display/Texts.tsx';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { money } from '#ui/lists/shown.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';

const PER_PAGE = 10;

/** What a customer ordered before or outside the console; renders nothing when there is none, as in most companies. */
export function PastOrders({ idCli }: { idCli: number }) {
  const headingId = useId();
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<PastOrder | null>(null);
  const answer = useRoute(
    orderRoutes.pastOfCustomer,
    { params: { idCli }, query: { page, take: PER_PAGE } },
    { placeholderData: keepPreviousData },
  );
  const total = answer.data?.paginator.total;
  if (total === 0) return null;
  return (
    <Answered answer={answer} skeleton={null}>
      {({ itens, paginator }) => (
        <Box component="section" aria-labelledby={headingId} sx={{ mt: 6 }}>
          <Typography id={headingId} variant="h3" component="h2" sx={{ mb: 2 }}>
            Pedidos anteriores
          </Typography>
          <SecondaryText sx={{ display: 'block', mb: 3 }}>Feitos antes do Balcão ou fora dele.</SecondaryText>
          <DataTable
            label="Pedidos anteriores do cliente"
            columns={columns}
            rows={itens}
            rowId={rowId}
            onOpen={setOpen}
            rowCount={paginator.total}
            rowOffset={(page - 1) * PER_PAGE}
          />
          {paginator.total > PER_PAGE && (
            <AnswerPages
              page={page}
              paginator={paginator}
              onPage={setPage}
              noun={['pedido anterior', 'pedidos anteriores']}
            />
          )}
          {open && <PastOrderDialog order={open} onClose={() => setOpen(null)} />}
        </Box>
      )}
    </Answered>
  );
}

function PastOrderDialog({ order, onClose }: { order: PastOrder; onClose: () => void }) {
  const titleId = useId();
  const { numero, data, filial, vendedor, obs, itens, st, vlTot } = order;
  const facts = [formatCalendarDate(data), statusWord(st), filial, vendedor].filter(Boolean).join(' · ');
  return (
    <DialogFrame open onClose={onClose} fullScreen="phone" maxWidth="md" fullWidth aria-labelledby={titleId}>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', pl: { xs: 4, md: 6 }, pr: 3, pt: 3 }}
      >
        <Typography id={titleId} variant="h2" component="h2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          Pedido anterior {numero}
        </Typography>
        <CloseCross>
          <CloseOutlined />
        </CloseCross>
      </Box>
      <DialogContent>
        <Typography sx={{ mb: 3 }}>
          {facts} · <Money value={vlTot} decimals={2} />
        </Typography>
        {obs && <Typography sx={{ mb: 3, whiteSpace: 'pre-wrap' }}>{obs}</Typography>}
        {itens.length > 0 ? (
          <DataTable label="Itens do pedido anterior" columns={lines} rows={itens} rowId={lineId} />
        ) : (
          <SecondaryText>Os itens não vieram com ele.</SecondaryText>
        )}
      </DialogContent>
    </DialogFrame>
  );
}

const rowId = ({ id }: PastOrder) => id;
const statusWord = (st: string) => (PAST_ORDER_STATUS as Record<string, string>)[st] ?? st;

const columns: readonly Column<PastOrder>[] = [
  fieldColumn(PastOrder, 'numero', { width: 120, hideable: false, card: 'title' }),
  fieldColumn(PastOrder, 'data', { width: 116, card: 'fact' }),
  fieldColumn(PastOrder, 'st', { width: 130, card: 'corner', shown: statusWord }),
  fieldColumn(PastOrder, 'filial', { width: 180, hideOrder: 1 }),
  fieldColumn(PastOrder, 'vendedor', { width: 160, hideOrder: 3 }),
  fieldColumn(PastOrder, 'itens', {
    kind: 'number',
    width: 72,
    hideOrder: 2,
    render: ({ itens }) => itens.length,
  }),
  fieldColumn(PastOrder, 'vlTot', { width: 132, card: 'fact', shown: money }),
];

const lineId = (line: PastOrderLine) => line.linha;
const lines: readonly Column<PastOrderLine>[] = [
  fieldColumn(PastOrderLine, 'codigo', { width: 100, card: 'fact' }),
  fieldColumn(PastOrderLine, 'produto', { minWidth: 180, hideable: false, card: 'title' }),
  fieldColumn(PastOrderLine, 'qtd', {
    width: 120,
    card: 'fact',
    render: ({ qtd, unidade }) => <Quantity value={qtd} unit={unidade} />,
  }),
  fieldColumn(PastOrderLine, 'preco', {
    width: 120,
    card: 'fact',
    render: ({ preco }) => <UnitPrice value={preco} />,
  }),
  fieldColumn(PastOrderLine, 'vlTot', { width: 130, card: 'fact', shown: money }),
];
