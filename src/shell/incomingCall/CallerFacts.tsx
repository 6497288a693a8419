import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import type { Caller } from '#contract/callcenter/agendas/incomingCalls.ts';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import type { Output } from '#contract/route.ts';
import { isLateToBuy, rhythmText } from '#contract/rules/customers/purchases.ts';
import { isPositive } from '#contract/rules/decimal.ts';
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
  const { facts, isPending, failed, retry, contact } = useFacts(id);
  const asksFor = contato || contact;
  return (
    <>
      <List aria-label="Sobre o cliente">
        {asksFor && (
          <>
            <dt>Falar com</dt>
            <dd>{asksFor}</dd>
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
  const isAble = useCan().can('CLIENTE');
  const params = { idCli };
  const when = { staleTime: 60_000, retry: false, enabled: isAble };
  const panel = useRoute(customerPanelRoutes.get, { params }, when);
  const now = useRoute(customerPanelRoutes.now, { params }, when);
  const asked = isAble ? [panel, now] : [];
  const failed = asked.filter(({ isError }) => isError);
  return {
    facts: factsOf(panel.data?.data, now.data?.data),
    contact: now.data?.data.contato?.nome,
    isPending: asked.some((answer) => answer.isPending),
    failed: failed.length > 0,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

type Panel = Output<typeof customerPanelRoutes.get>['data'];

function factsOf(panel: Panel | undefined, now: CustomerNow | undefined): Fact[] {
  const { orcamentos = 0, tickets = 0, agendas = 0 } = panel?.contadores ?? {};
  const open = [
    orcamentos > 0 && formatCount(orcamentos, 'orçamento', 'orçamentos'),
    tickets > 0 && formatCount(tickets, 'ticket', 'tickets'),
    agendas > 0 && formatCount(agendas, 'agenda', 'agendas'),
  ].filter((text) => text !== false);
  const { compras, vencidos, credito } = now ?? {};
  return [
    ...(panel?.motivoBloqueio ? [{ label: 'Bloqueado', value: panel.motivoBloqueio, isBad: true }] : []),
    ...(compras ? purchaseFacts(compras) : []),
    ...(panel?.frequenciaAtendimento
      ? [{ label: 'Contato', value: `a cada ${formatCount(panel.frequenciaAtendimento, 'dia', 'dias')}` }]
      : []),
    ...(open.length > 0 ? [{ label: 'Em aberto', value: open.join(', ') }] : []),
    ...(vencidos && vencidos.quantidade > 0
      ? [
          {
            label: 'Vencido',
            value: `${formatMoney(vencidos.valor, 2)} em ${formatCount(vencidos.quantidade, 'título', 'títulos')}`,
            isBad: true,
          },
        ]
      : []),
    ...(credito ? [{ label: 'Crédito', value: creditText(credito) }] : []),
  ];
}

/** The last order, and whether the customer is late by their own rhythm. */
function purchaseFacts({ ultimo, ritmo, haDias }: NonNullable<CustomerNow['compras']>): Fact[] {
  const last = (value: string): Fact => ({ label: 'Último pedido', value });
  if (!ultimo || haDias === null) return [last('Ainda não comprou')];
  const { numero, em, valor } = ultimo;
  return [
    last(`${numero} · ${formatDate(em, ownZone())} · ${formatMoney(valor, 2)}`),
    { label: 'Ritmo', value: rhythmText(ritmo, haDias), isBad: isLateToBuy(ritmo, haDias) },
  ];
}

/** 'Sem limite' would read as unlimited. */
function creditText({
  temLimite,
  limite_disponivel,
  credito_disponivel,
}: NonNullable<CustomerNow['credito']>) {
  const limit = temLimite ? formatMoney(limite_disponivel, 2) : 'Nenhum limite cadastrado';
  return isPositive(credito_disponivel)
    ? `${limit} e ${formatMoney(credito_disponivel, 2)} de crédito`
    : limit;
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
