import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad, ticketWording } from '#data/session.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { useIsPrinted, useIsWide } from '#ui/theme/windowWidth.ts';
import { Macros } from '../moves/Macros.tsx';
import { MoreActions, mainMove } from '../moves/MoreActions.tsx';
import { MoveDialog } from '../moves/MoveDialog.tsx';
import { isArchiving, useArchiving } from '../moves/useArchiving.ts';
import type { AskedOpenMove, OpenMove } from '../moves/useMoveSession.ts';
import { StepCard } from '../rail/StepCard.tsx';
import { TicketRail } from '../rail/TicketRail.tsx';
import { TicketPresence } from '../shared/TicketPresence.tsx';
import { useTicketLive } from '../shared/ticketLive.ts';
import { TicketNeighbours } from './TicketNeighbours.tsx';
import { type TabKey, TicketTabs } from './TicketTabs.tsx';

const DividedBanner = lazyScreen(() => import('../split/DividedBanner.tsx'), 'DividedBanner');
const SnoozedBanner = lazyScreen(() => import('../snooze/SnoozedBanner.tsx'), 'SnoozedBanner');
const MergedBanner = lazyScreen(() => import('../merge/MergedBanner.tsx'), 'MergedBanner');

/** Conversation and products on the left, the rail on the right; on a phone the rail's facts are a tab. */
export function TicketPage({ ticket }: { ticket: Ticket }) {
  const wide = useIsWide(1200);
  // Paper shows the facts even where a tab would.
  const aside = useIsPrinted() || wide;
  const consumer = currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL';
  useTicketLive(ticket.id);
  const [tab, setTab] = useState<TabKey>('historico');
  const [asked, setAsked] = useState<AskedOpenMove | null>(null);
  const archiving = useArchiving(ticket);
  const setMove = ({ kind, ...rest }: OpenMove) =>
    isArchiving(kind) ? void archiving(kind) : setAsked({ kind, ...rest });
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
      {ticket.adiadoAte !== null && (
        <Suspense>
          <SnoozedBanner ticket={ticket} until={ticket.adiadoAte} />
        </Suspense>
      )}
      {ticket.juntados.length > 0 && (
        <Suspense>
          <MergedBanner ticket={ticket} />
        </Suspense>
      )}
      {ticket.divisoes.length > 0 && (
        <Suspense>
          <DividedBanner ticket={ticket} />
        </Suspense>
      )}
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
      <MoveDialog ticket={ticket} move={asked} onClose={() => setAsked(null)} />
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
