import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import type { IconName } from '#contract/catalogs/catalog.ts';
import type { Permission } from '#contract/permissions.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { upperFirst } from '#contract/rules/text.ts';
import {
  type CustomerHit,
  type OrderHit,
  type RecordHit,
  searchRoutes,
  type TicketHit,
} from '#contract/sac/search.ts';
import { useRoute } from '#data/useRoute.ts';
import { OrderStatusChip } from '#src/resources/orders/shared/orderColumns.tsx';
import { REPEAT_LAST_ORDER, useRepeatLastOrder } from '#src/resources/orders/shared/useRepeatLastOrder.ts';
import { useOwnTypes } from '#src/resources/records/shared/useOwnTypes.ts';
import { ticketListPath } from '#src/resources/tickets/shared/ticketListPath.ts';
import { shownStatus } from '#src/resources/tickets/shared/ticketReader.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { useDebounced } from '#ui/components/timed.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import { type Command, highlightMatches } from './commands.tsx';
import { type FoundKind, foundOrder } from './foundOrder.ts';

const PAUSE_MS = 200;

/** A person who holds none of these can find nothing, so the search is not requested for them. */
const FINDS: readonly Permission[] = [
  'SAC_TICKETS',
  'SAC_CLIENTE_PESQUISAR',
  'CLIENTE',
  'ORCAMENTO',
  'PEDIDO',
  'CADASTROS_PRODUTOS',
  'CADASTROS_COMERCIAL',
];

interface Found {
  commands: Command[];
  /** Whether more were found than are listed. */
  more: boolean;
  /** Whether results for the current text are still on their way. */
  searching: boolean;
  error: unknown;
  retry: () => void;
}

/** Tickets, customers, quotes, orders and records that match the typed text. Results for an earlier text are never shown. */
export function useFoundCommands(typed: string): Found {
  const { can } = useCan();
  const term = typed.trim();
  const [q] = useDebounced(term, PAUSE_MS);
  const own = useOwnTypes().data?.itens.length ?? 0;
  const finds = own > 0 || FINDS.some(can);
  const { may, repeat } = useRepeatLastOrder();
  const enabled = finds && q !== '';
  const { data, error, isFetching, refetch } = useRoute(
    searchRoutes.everywhere,
    { query: { q } },
    { enabled, retry: false },
  );
  const current = term === q && enabled;
  return {
    commands:
      data && current
        ? inOrder(q, {
            tickets: data.tickets.map((hit) => ticketCommand(hit, q)),
            customers: data.clientes
              .filter(() => can('CLIENTE') || can('SAC_TICKETS'))
              .map((hit) => ({
                ...customerCommand(hit, can('CLIENTE')),
                ...(may && { also: { label: REPEAT_LAST_ORDER, run: () => repeat(hit.id) } }),
              })),
            orders: (data.pedidos ?? []).map(orderCommand),
            records: (data.registros ?? []).map(recordCommand),
          })
        : [],
    more: current && (data?.mais ?? false),
    searching: finds && term !== '' && (term !== q || isFetching),
    error: current && !isFetching ? error : null,
    retry: () => void refetch(),
  };
}

const inOrder = (term: string, found: Record<FoundKind, Command[]>): Command[] =>
  foundOrder(term).flatMap((kind) => found[kind]);

/** The legal name is shown when neither the name nor the subject explains why the ticket was found. */
function ticketCommand(hit: TicketHit, q: string): Command {
  const { id, assunto, cliente, razSoc, tipo, status, arquivado } = hit;
  const label = `${id} · ${cliente}`;
  const subject = assunto || tipo;
  const isMarked = highlightMatches(`${label} ${subject}`, q).some((piece) => piece.marked);
  return {
    id: `ticket-${id}`,
    group: 'Tickets',
    label,
    detail: [subject, !isMarked && razSoc !== cliente && razSoc, arquivado && 'arquivado']
      .filter(Boolean)
      .join(' · '),
    icon: <ConfirmationNumberOutlined />,
    end: <StatusChip value={status} catalog={shownStatus()} />,
    act: { to: `/tickets/${id}` },
  };
}

/** Opens the customer's panel; a person without access to it gets the customer's tickets instead. */
const customerCommand = ({ id, fant, razSoc, documento }: CustomerHit, panel: boolean): Command => ({
  id: `cliente-${id}`,
  group: 'Clientes',
  label: fant || razSoc,
  detail: [fant && razSoc !== fant ? razSoc : '', formatDocument(documento)].filter(Boolean).join(' · '),
  icon: <StorefrontOutlined />,
  end: panel ? 'Abrir cliente' : 'Ver tickets',
  act: { to: panel ? `/clientes/${id}` : ticketListPath({ idCli: `${id}` }) },
});

const orderCommand = ({ id, tipo, cliente, st }: OrderHit): Command => ({
  id: `pedido-${id}`,
  group: 'Orçamentos e pedidos',
  label: `${tipo === 'PEDIDO' ? 'Pedido' : 'Orçamento'} ${id}`,
  detail: cliente,
  icon: <RequestQuoteOutlined />,
  end: <OrderStatusChip value={st} />,
  act: { to: `/${tipo === 'PEDIDO' ? 'pedidos' : 'orcamentos'}/${id}` },
});

const recordCommand = ({ id, cadastro, tipo, icone, codigo, nome }: RecordHit): Command => ({
  id: `registro-${cadastro}-${id}`,
  group: 'Cadastros',
  label: nome || codigo,
  detail: nome ? codigo : '',
  icon: <CatalogIcon name={icone as IconName} />,
  end: upperFirst(tipo),
  act: { to: `/cadastros/${cadastro}/${id}` },
});
