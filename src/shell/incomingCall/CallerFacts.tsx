import { styled } from '@mui/material/styles';
import type { Caller } from '#contract/callcenter/agendas/incomingCalls.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { formatDate } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { useCan } from '#ui/shell/usePerson.ts';

/** What to know of who calls before the first word. Each line stands only for who may see it on the customer's page. */
export function CallerFacts({ caller: { id, fant, razSoc, contato } }: { caller: Caller }) {
  const facts = useFacts(id);
  return (
    <List aria-label="Sobre o cliente">
      {contato && (
        <>
          <dt>Falar com</dt>
          <dd>{contato}</dd>
        </>
      )}
      {fant && fant !== razSoc && (
        <>
          <dt>Razão social</dt>
          <dd>{razSoc}</dd>
        </>
      )}
      {facts.map(({ label, value, isBad }) => (
        <FactLine key={label} data-ruim={isBad}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </FactLine>
      ))}
    </List>
  );
}

interface Fact {
  label: string;
  value: string;
  isBad?: boolean;
}

function useFacts(idCli: number): Fact[] {
  const { can } = useCan();
  const params = { idCli };
  const once = { staleTime: 60_000, retry: false };
  const panel = useRoute(customerPanelRoutes.get, { params }, { ...once, enabled: can('CLIENTE') }).data
    ?.data;
  const [last] =
    useRoute(customerPanelRoutes.latestOrders, { params }, { ...once, enabled: can('CLIENTE_PEDIDOS') })
      .data ?? [];
  const overdue = useRoute(
    customerUpkeepRoutes.overdueTitles,
    { params },
    { ...once, enabled: can('CLIENTE_BOLETOS') },
  ).data;
  const credit = useRoute(
    customerUpkeepRoutes.availableCredit,
    { params },
    { ...once, enabled: can('CLIENTE_LIMITES_CREDITO') },
  ).data?.data;
  const { orcamentos = 0, tickets = 0, agendas = 0 } = panel?.contadores ?? {};
  const open = [
    orcamentos > 0 && formatCount(orcamentos, 'orçamento', 'orçamentos'),
    tickets > 0 && formatCount(tickets, 'ticket', 'tickets'),
    agendas > 0 && formatCount(agendas, 'agenda', 'agendas'),
  ].filter((text) => text !== false);
  return [
    ...(panel?.motivoBloqueio ? [{ label: 'Bloqueado', value: panel.motivoBloqueio, isBad: true }] : []),
    ...(last
      ? [
          {
            label: 'Último pedido',
            value: `${last.numero} · ${formatDate(last.dtHorInc, ownZone())} · ${formatMoney(last.vlTot, 2)}`,
          },
        ]
      : []),
    ...(panel?.frequenciaAtendimento
      ? [{ label: 'Contato', value: `a cada ${formatCount(panel.frequenciaAtendimento, 'dia', 'dias')}` }]
      : []),
    ...(open.length > 0 ? [{ label: 'Em aberto', value: open.join(', ') }] : []),
    ...(overdue && overdue.length > 0
      ? [
          {
            label: 'Vencido',
            value: `${formatMoney(sumDecimals(overdue.map(({ valor }) => valor)), 2)} em ${formatCount(overdue.length, 'título', 'títulos')}`,
            isBad: true,
          },
        ]
      : []),
    ...(credit ? [{ label: 'Crédito', value: formatMoney(credit.total, 2) }] : []),
  ];
}

const FactLine = styled('div')({ display: 'contents' });

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '4px 12px',
  fontSize: '0.8125rem',
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& [data-ruim=true] dd': { color: theme.vars.palette.error.main, fontWeight: 600 },
}));
