import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import type { Caller } from '#contract/callcenter/agendas/incomingCalls.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { Output } from '#contract/route.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { formatDate } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

/**
 * What to know of who calls before the first word. Each line stands only for who may see it on the customer's page; what could not be
 * loaded is said, since a line that is missing reads as nothing owed.
 */
export function CallerFacts({ caller: { id, fant, razSoc, contato } }: { caller: Caller }) {
  const { facts, isPending, failed, retry } = useFacts(id);
  return (
    <>
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
      {isPending && <TextSkeleton lines={2} />}
      {failed && (
        <Alert
          severity="error"
          sx={{ flexWrap: 'wrap', py: 0 }}
          action={
            <Button size="small" color="inherit" onClick={retry}>
              Tentar novamente
            </Button>
          }
        >
          Não foi possível carregar tudo.
        </Alert>
      )}
    </>
  );
}

interface Fact {
  label: string;
  value: string;
  isBad?: boolean;
}

function useFacts(idCli: number) {
  const { can } = useCan();
  const params = { idCli };
  const when = (enabled: boolean) => ({ staleTime: 60_000, retry: false, enabled });
  const sees = {
    panel: can('CLIENTE'),
    orders: can('CLIENTE_PEDIDOS'),
    overdue: can('CLIENTE_BOLETOS'),
    credit: can('CLIENTE_LIMITES_CREDITO'),
  };
  const panel = useRoute(customerPanelRoutes.get, { params }, when(sees.panel));
  const orders = useRoute(customerPanelRoutes.latestOrders, { params }, when(sees.orders));
  const overdue = useRoute(customerUpkeepRoutes.overdueTitles, { params }, when(sees.overdue));
  const credit = useRoute(customerUpkeepRoutes.availableCredit, { params }, when(sees.credit));
  const asked = [
    ...(sees.panel ? [panel] : []),
    ...(sees.orders ? [orders] : []),
    ...(sees.overdue ? [overdue] : []),
    ...(sees.credit ? [credit] : []),
  ];
  const failed = asked.filter(({ isError }) => isError);
  return {
    facts: factsOf({
      panel: panel.data?.data,
      last: orders.data?.[0],
      overdue: overdue.data,
      credit: credit.data?.data,
    }),
    isPending: asked.some((answer) => answer.isPending),
    failed: failed.length > 0,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

interface Answers {
  panel: Output<typeof customerPanelRoutes.get>['data'] | undefined;
  last: Output<typeof customerPanelRoutes.latestOrders>[number] | undefined;
  overdue: Output<typeof customerUpkeepRoutes.overdueTitles> | undefined;
  credit: Output<typeof customerUpkeepRoutes.availableCredit>['data'] | undefined;
}

function factsOf({ panel, last, overdue, credit }: Answers): Fact[] {
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
