import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import type { Permission } from '#contract/permissions.ts';
import { isLateToBuy, rhythmText } from '#contract/rules/customers/purchases.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import type { PanelTab } from '#contract/rules/panel/panelDefinition.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { formatCalendarDate, formatDate } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { OutcomeStrip } from '#src/resources/agendas/shared/outcome/OutcomeStrip.tsx';
import { REPEAT_LAST_ORDER, useRepeatLastOrder } from '#src/resources/orders/shared/useRepeatLastOrder.ts';
import { Button } from '#ui/components/Button.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { PanelTabProps } from '../../panelTabProps.ts';
import { Fact, type FactTone } from './Fact.tsx';
import { GroupBlock } from './GroupBlock.tsx';
import { MonthLine } from './MonthLine.tsx';
import { StoppedProducts } from './StoppedProducts.tsx';

/** What to know while the customer is on the line, the last order again by one key, and what became of the contact. */
export const NowTab = ({ idCli, tabOpener }: PanelTabProps) => (
  <NowFacts idCli={idCli} tabOpener={tabOpener}>
    <OutcomeStrip idCli={idCli} hasKeys />
  </NowFacts>
);

interface NowFactsProps extends Pick<PanelTabProps, 'idCli' | 'tabOpener'> {
  /** Below what is known at a glance. */
  children: ReactNode;
}

export function NowFacts({ idCli, tabOpener, children }: NowFactsProps) {
  const answer = useRoute(customerPanelRoutes.now, { params: { idCli } });
  const { can } = useCan();
  const now = answer.data?.data;
  const facts = FACTS.filter(({ permission }) => can(permission));
  const seesPurchases = can('CLIENTE_PEDIDOS');
  // Without an answer, the failure alone is in their place.
  const hasFailed = !now && !answer.isPending;
  return (
    <Box sx={{ display: 'grid', gap: 4 }} aria-busy={answer.isPending}>
      <Failure answer={answer} />
      {facts.length === 0 && (
        <Typography color="text.secondary">
          O seu perfil não mostra pedidos, títulos nem contatos de clientes. As outras abas têm o que você
          pode ver.
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(190px, 100%), 1fr))',
        }}
      >
        {!hasFailed &&
          facts.map(({ label, tab, read }) => (
            <Fact key={label} label={label} {...(now ? read(now) : LOADING)} onOpen={tabOpener?.(tab)} />
          ))}
      </Box>
      {seesPurchases && !hasFailed && (
        <Repeat idCli={idCli} has={now?.compras ? now.compras.ultimo !== null : undefined} />
      )}
      {children}
      {seesPurchases && !hasFailed && (
        <>
          <MonthLine months={now?.compras?.meses} />
          <StoppedProducts products={now?.compras?.deixouDeComprar} />
        </>
      )}
      {now?.grupo && <GroupBlock idCli={idCli} group={now.grupo} />}
    </Box>
  );
}

/** Its key, R, is for the page itself: over another one the focus is in a dialog, where letters are not shortcuts. */
function Repeat({ idCli, has }: { idCli: number; has: boolean | undefined }) {
  const { may, isPending, repeat } = useRepeatLastOrder();
  useShortcuts('Cliente', [
    { keys: 'r', label: REPEAT_LAST_ORDER, enabled: may && has === true, run: () => repeat(idCli) },
  ]);
  if (!may) return null;
  return (
    <Box>
      <Button
        variant="outlined"
        startIcon={<ReplayOutlined />}
        loading={isPending(idCli)}
        loadingPosition="start"
        disabled={has !== true}
        aria-keyshortcuts="R"
        onClick={() => repeat(idCli)}
      >
        {REPEAT_LAST_ORDER}
      </Button>
    </Box>
  );
}

interface Read {
  value: ReactNode;
  note: string;
  tone?: FactTone;
}

const LOADING: { value: null; note: string } = { value: null, note: '' };

interface FactOf {
  label: string;
  permission: Permission;
  /** The tab with all of it. */
  tab: PanelTab;
  read: (now: CustomerNow) => Read;
}

/** In the order in which a seller asks for them. */
const FACTS: readonly FactOf[] = [
  { label: 'Falar com', permission: 'CLIENTE_CONTATOS', tab: 'contatos', read: contactRead },
  { label: 'Último pedido', permission: 'CLIENTE_PEDIDOS', tab: 'pedidos', read: lastOrderRead },
  {
    label: 'Orçamentos em aberto',
    permission: 'CLIENTE_ORCAMENTOS',
    tab: 'orcamentos',
    read: ({ orcamentos }) =>
      orcamentos?.quantidade
        ? {
            value: formatMoney(orcamentos.valor, 2),
            note: formatCount(orcamentos.quantidade, 'orçamento', 'orçamentos'),
          }
        : { value: 'Nenhum', note: '' },
  },
  {
    label: 'Tickets em aberto',
    permission: 'CLIENTE_TICKETS_SAC',
    tab: 'tickets',
    read: ({ tickets }) =>
      tickets?.quantidade
        ? {
            value: formatCount(tickets.quantidade, 'ticket', 'tickets'),
            note: tickets.atrasados
              ? formatCount(tickets.atrasados, 'atrasado', 'atrasados')
              : 'Nenhum atrasado',
            ...(tickets.atrasados > 0 && { tone: 'WARNING' }),
          }
        : { value: 'Nenhum', note: '' },
  },
  {
    label: 'Títulos vencidos',
    permission: 'CLIENTE_BOLETOS',
    tab: 'boletos',
    read: ({ vencidos }) =>
      vencidos?.quantidade
        ? {
            value: formatMoney(vencidos.valor, 2),
            note: [
              formatCount(vencidos.quantidade, 'título', 'títulos'),
              vencidos.desde && `desde ${formatCalendarDate(vencidos.desde)}`,
            ]
              .filter(Boolean)
              .join(', '),
            tone: 'ERROR',
          }
        : { value: 'Nenhum', note: '' },
  },
  { label: 'Crédito', permission: 'CLIENTE_LIMITES_CREDITO', tab: 'dados', read: creditRead },
];

function contactRead({ contato }: CustomerNow): Read {
  if (!contato) return { value: 'Sem contato', note: 'Cadastre com quem falar' };
  return {
    value: contato.nome,
    note: [contato.cargo, contato.telefone && formatPhone(contato.telefone)].filter(Boolean).join(' · '),
  };
}

function lastOrderRead({ compras }: CustomerNow): Read {
  if (!compras?.ultimo || compras.haDias === null) return { value: 'Ainda não comprou', note: '' };
  const { ultimo, ritmo, haDias } = compras;
  return {
    value: formatMoney(ultimo.valor, 2),
    note: `${formatDate(ultimo.em, ownZone())}. ${rhythmText(ritmo, haDias)}`,
    ...(isLateToBuy(ritmo, haDias) && { tone: 'WARNING' }),
  };
}

const NO_LIMIT = 'Nenhum limite cadastrado';

function creditRead({ credito }: CustomerNow): Read {
  const own =
    credito && isPositive(credito.credito_disponivel)
      ? formatMoney(credito.credito_disponivel, 2)
      : undefined;
  // 'Sem limite' would read as unlimited.
  if (!credito?.temLimite)
    return own ? { value: own, note: `de crédito. ${NO_LIMIT}` } : { value: NO_LIMIT, note: '' };
  return {
    value: formatMoney(credito.limite_disponivel, 2),
    note: own ? `e ${own} de crédito` : 'disponível',
    ...(!isPositive(credito.limite_disponivel) && { tone: 'WARNING' }),
  };
}
