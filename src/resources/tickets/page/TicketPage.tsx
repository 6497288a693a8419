import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { countText, DISPLAY_CAP } from '#contract/rules/format.ts';
import { type Ticket, ticketRoutes } from '#contract/sac/tickets.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad, ticketWording } from '#data/session.ts';
import { routeKey } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useIsPrinted, useIsWide } from '#ui/theme/windowWidth.ts';
import { listPageOf, positionInList, savedListPage, saveListPage } from '../list/listPlace.ts';
import { Macros } from '../moves/Macros.tsx';
import { MoreActions, mainMove } from '../moves/MoreActions.tsx';
import { MoveDialog } from '../moves/MoveDialog.tsx';
import type { OpenMove } from '../moves/useMoveSession.ts';
import { StepCard } from '../rail/StepCard.tsx';
import { TicketRail } from '../rail/TicketRail.tsx';
import { TicketPresence } from '../shared/TicketPresence.tsx';
import { useTicketLive } from '../shared/ticketLive.ts';
import { type TabKey, TicketTabs } from './TicketTabs.tsx';

/** Conversation and products on the left, the rail on the right; on a phone the rail's facts are a tab. */
export function TicketPage({ ticket }: { ticket: Ticket }) {
  const wide = useIsWide(1200);
  // Paper shows the facts even where a tab would.
  const aside = useIsPrinted() || wide;
  const consumer = currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL';
  useTicketLive(ticket.id);
  const [tab, setTab] = useState<TabKey>('historico');
  const [move, setMove] = useState<OpenMove | null>(null);
  useTicketShortcuts({ ticket, openTab: setTab, onMove: setMove });
  const rail = <TicketRail ticket={ticket} consumer={consumer} />;
  const step = <StepCard ticket={ticket} consumer={consumer} onMove={setMove} withMap={wide} />;
  return (
    <Page
      title={ticketWording(`Ticket ${ticket.id}`)}
      heading={<Subject ticket={ticket} />}
      branch={ticket.filial.idFil}
      aside={
        <>
          {ticket.arquivado && <Tag tone="secundaria">Arquivado</Tag>}
          <TicketPresence idTicket={ticket.id} />
        </>
      }
      actions={
        <>
          <TicketNeighbours idTicket={ticket.id} />
          <Macros ticket={ticket} />
          <MoreActions ticket={ticket} onMove={setMove} />
        </>
      }
    >
      <Typography sx={{ mb: 3, color: (t) => t.vars.palette.components.textoSecundario }}>
        {[
          ticket.cliente.fant || ticket.cliente.razSoc,
          ...(hasOwnSubject(ticket) ? [ticket.tipo.desc] : []),
        ].join(' · ')}
      </Typography>
      {ticket.arquivado && <ArchivedBanner ticket={ticket} onMove={setMove} />}
      <Box
        data-print="column"
        sx={{
          display: 'grid',
          gap: { xs: 3, lg: 6 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
          alignItems: 'start',
        }}
      >
        {!wide && step}
        <TicketTabs ticket={ticket} tab={tab} onTab={setTab} {...(!aside && { details: rail })} />
        {aside && (
          <Box component="aside" aria-label={ticketWording('Dados do ticket')} sx={{ minWidth: 0 }}>
            {wide && step}
            <Box sx={{ mt: 3 }}>{rail}</Box>
          </Box>
        )}
      </Box>
      <MoveDialog ticket={ticket} move={move} onClose={() => setMove(null)} />
    </Page>
  );
}

/** The subject, preceded by the number by which people refer to the ticket. */
const Subject = ({ ticket: { id, assunto } }: { ticket: Ticket }) => (
  <>
    <Box component="span" sx={{ fontWeight: 500, color: (t) => t.vars.palette.components.textoSecundario }}>
      {ticketWording(`Ticket ${id}`)}
    </Box>{' '}
    {assunto}
  </>
);

/** A ticket without a subject of its own is named after its type. */
const hasOwnSubject = ({ assunto, tipo }: Ticket) => assunto !== tipo.desc;

interface ArchivedBannerProps {
  ticket: Ticket;
  onMove: (move: OpenMove) => void;
}

const ArchivedBanner = ({ ticket, onMove }: ArchivedBannerProps) => (
  <Alert
    severity="info"
    sx={{ mb: 4 }}
    action={
      ticket.acoes.desarquivar && (
        <Button color="inherit" size="small" onClick={() => onMove({ kind: 'desarquivar' })}>
          Desarquivar
        </Button>
      )
    }
  >
    {ticketWording('Este ticket está arquivado e não pode ser alterado.')}
  </Alert>
);

interface TicketKeys {
  ticket: Ticket;
  openTab: (tab: TabKey) => void;
  onMove: (move: OpenMove) => void;
}

/** The page's shortcuts; those for the previous and next ticket belong to `TicketNeighbours`. */
function useTicketShortcuts({ ticket, openTab, onMove }: TicketKeys) {
  const main = mainMove(ticket);
  useShortcuts(ticketWording('Ticket'), [
    {
      keys: 'r',
      label: 'Responder',
      enabled: ticket.acoes.responder,
      run: () => {
        openTab('historico');
        // The composer exists only after the tab has been rendered.
        setTimeout(focusComposer);
      },
    },
    {
      keys: 'a',
      label: main?.label ?? 'Avançar etapa',
      enabled: main !== null && main.blocked === null,
      run: () => onMove({ kind: 'avancar' }),
    },
    { keys: 'h', label: 'Histórico', run: () => openTab('historico') },
    { keys: 'p', label: 'Produtos', run: () => openTab('produtos') },
  ]);
}

const focusComposer = () =>
  document.querySelector<HTMLElement>('#panel-historico [contenteditable="true"]')?.focus();

/**
 * The previous and next ticket of the list last shown in this tab, even beyond its page. Each replaces the current history
 * entry, so that 'back' returns to the list.
 */
function TicketNeighbours({ idTicket }: { idTicket: number }) {
  const { walk, busy, go } = useTicketNeighbours(idTicket);
  const place = walk ? positionInList(walk, idTicket) : 0;
  const { ids = [], paginator } = walk ?? {};
  const at = ids.indexOf(idTicket);
  const previous = place > 0 && (at > 0 || paginator?.anterior !== undefined);
  const next = place > 0 && (at < ids.length - 1 || paginator?.proximo !== undefined);
  useShortcuts(ticketWording('Lista de tickets'), [
    { keys: 'k', label: ticketWording('Ticket anterior'), enabled: previous, run: () => void go(-1) },
    { keys: 'j', label: ticketWording('Próximo ticket'), enabled: next, run: () => void go(1) },
    { keys: '[', label: ticketWording('Ticket anterior'), enabled: previous, run: () => void go(-1) },
    { keys: ']', label: ticketWording('Próximo ticket'), enabled: next, run: () => void go(1) },
  ]);
  if (place === 0 || !paginator) return null;
  return (
    <Box
      component="nav"
      aria-label={ticketWording('Tickets da lista')}
      sx={{ display: 'flex', alignItems: 'center', flex: 'none', fontSize: 13 }}
    >
      <Step label={ticketWording('Ticket anterior')} disabled={!previous || busy} onClick={() => void go(-1)}>
        <ChevronLeft />
      </Step>
      <Box component="span" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        {countText(place)} de {countText(paginator.total, DISPLAY_CAP)}
      </Box>
      <Step label={ticketWording('Próximo ticket')} disabled={!next || busy} onClick={() => void go(1)}>
        <ChevronRight />
      </Step>
    </Box>
  );
}

interface StepProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

const Step = ({ label, disabled, onClick, children }: StepProps) => (
  <Hint text={label}>
    <span>
      <IconButton size="small" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </IconButton>
    </span>
  </Hint>
);

function useTicketNeighbours(idTicket: number) {
  const navigate = useNavigate();
  const notify = useNotify();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const walk = savedListPage();
  const open = (id: number | undefined) => id !== undefined && navigate(`/tickets/${id}`, { replace: true });
  const go = async (step: 1 | -1) => {
    if (!walk) return;
    const beside = walk.ids[walk.ids.indexOf(idTicket) + step];
    if (beside !== undefined) return open(beside);
    const { paginator, query } = walk;
    const cursor = step > 0 ? paginator.proximo : paginator.anterior;
    setBusy(true);
    try {
      const page = paginator.current_page + step;
      const input = { query: { ...query, page, cursor } };
      const answer = await client.fetchQuery({
        queryKey: routeKey(ticketRoutes.list, input),
        queryFn: () => call(ticketRoutes.list, input),
      });
      saveListPage(listPageOf(query, answer.itens, answer.paginator));
      open(answer.itens.at(step > 0 ? 0 : -1)?.id);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { walk, busy, go };
}
