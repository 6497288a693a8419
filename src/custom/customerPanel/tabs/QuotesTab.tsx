import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { quoteRoutes } from '../../../../contract/callcenter/quotes.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { CustomerOrders } from '../../orders/CustomerOrders.tsx';
import type { PanelTabProps } from '../panelTab.ts';

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
