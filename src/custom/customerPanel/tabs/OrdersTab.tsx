import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { orderRoutes } from '../../../../contract/callcenter/orders.ts';
import { quoteRoutes } from '../../../../contract/callcenter/quotes.ts';
import { ownToday } from '../../../dataProvider/session.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { WiderPeriod } from '../../../ui/components/display/WiderPeriod.tsx';
import { DateField } from '../../../ui/components/inputs/DateField.tsx';
import { CustomerOrders } from '../../orders/CustomerOrders.tsx';
import { ownOrderStatuses } from '../../orders/OrderStatusChip.tsx';
import { PastOrders } from '../../orders/PastOrders.tsx';
import type { PanelTabProps } from '../panelTabs.ts';

/** Pedidos of the customer: those of today at first, the newest first (document 001 section 2). */
export function OrdersTab({ idCli, item, onItem }: PanelTabProps) {
  const [range, setRange] = useState(ofToday);
  const [status, setStatus] = useState('');
  const [page, setPage] = useState(1);
  const answer = useRoute(
    orderRoutes.ofCustomer,
    {
      params: { idCli },
      query: { ...range, page, take: 10, orderBy: 'dtHorInc', direction: 'DESC', ...(status && { status }) },
    },
    { placeholderData: keepPreviousData },
  );
  const change = (part: Partial<typeof range>) => {
    setRange((before) => ({ ...before, ...part }));
    setPage(1);
  };
  return (
    <>
      <Box
        role="search"
        aria-label="Período"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 3, '& > *': { width: { xs: '100%', sm: 180 } } }}
      >
        <DateField
          label="De"
          live="filled"
          value={range.dtIni}
          onChange={(day) => day && change({ dtIni: day })}
          max={range.dtFim}
        />
        <DateField
          label="Até"
          live="filled"
          value={range.dtFim}
          onChange={(day) => day && change({ dtFim: day })}
          min={range.dtIni}
        />
        <TextField
          select
          label="Situação"
          value={status}
          onChange={(event) => {
            setStatus(event.target.value);
            setPage(1);
          }}
        >
          <MenuItem value="">Todas</MenuItem>
          {ownOrderStatuses()
            .filter(isOfOrders)
            .map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
        </TextField>
      </Box>
      <CustomerOrders
        kind="PEDIDO"
        answer={answer}
        page={page}
        onPage={setPage}
        emptyText="Nenhum pedido deste cliente nestes dias."
        emptyActions={<WiderPeriod from={range.dtIni} onFrom={(dtIni) => change({ dtIni })} />}
        item={item}
        onItem={onItem}
      />
      <PastOrders idCli={idCli} />
    </>
  );
}

const OF_QUOTES = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO', 'VENCIDO', 'PERDIDO'];
const isOfOrders = ({ value }: { value: string }) => !OF_QUOTES.includes(value);

function ofToday() {
  const day = ownToday();
  return { dtIni: day, dtFim: day };
}

/** Orçamentos of the customer, the newest first. */
export function QuotesTab({ idCli, item, onItem }: PanelTabProps) {
  const [page, setPage] = useState(1);
  const answer = useRoute(
    quoteRoutes.ofCustomer,
    { params: { idCli }, query: { page, take: 10 } },
    { placeholderData: keepPreviousData },
  );
  return (
    <CustomerOrders
      kind="ORCAMENTO"
      answer={answer}
      page={page}
      onPage={setPage}
      emptyText="Os orçamentos feitos para este cliente aparecem aqui."
      item={item}
      onItem={onItem}
    />
  );
}
