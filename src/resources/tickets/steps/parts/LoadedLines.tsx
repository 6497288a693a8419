import type { ReactNode } from 'react';
import { type TicketItem, ticketItemRoutes } from '../../../../../contract/sac/ticketItems.ts';
import { useRoute } from '../../../../dataProvider/useRoute.ts';
import { EmptyState, ErrorState } from '../../../../ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '../../../../ui/shell/states/skeletons.tsx';

interface LoadedLinesProps {
  idTicket: number;
  children: (items: readonly TicketItem[]) => ReactNode;
}

/** The products of the ticket, once they are there. */
export function LoadedLines({ idTicket, children }: LoadedLinesProps) {
  const { data, error, isPending, refetch } = useRoute(ticketItemRoutes.products, { params: { idTicket } });
  if (isPending) return <FormSkeleton fields={3} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || data.length === 0) return <EmptyState title="Nenhum produto vinculado ao ticket" />;
  return children(data);
}

/** '10023 - ARROZ TIPO 1': as the rules and the server name a line. */
export const labelOf = ({ idExibicao, descricao }: Pick<TicketItem, 'idExibicao' | 'descricao'>): string =>
  `${idExibicao} - ${descricao}`;
