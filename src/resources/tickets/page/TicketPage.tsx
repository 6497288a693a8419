import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { TicketPresence } from '../../../custom/tickets/TicketPresence.tsx';
import { useTicketLive } from '../../../custom/tickets/useTicketLive.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { currentLoad } from '../../../dataProvider/session.ts';
import { Tag } from '../../../ui/components/display/Tag.ts';
import { Page } from '../../../ui/shell/Page.tsx';
import { TicketNeighbours } from '../list/TicketNeighbours.tsx';
import { MoreActions } from '../moves/MoreActions.tsx';
import { MoveDialog } from '../moves/MoveDialog.tsx';
import type { OpenMove } from '../moves/useMoveSession.ts';
import { StepCard } from '../rail/StepCard.tsx';
import { TicketRail } from '../rail/TicketRail.tsx';
import { ArchivedBanner } from './ArchivedBanner.tsx';
import { type TabKey, TicketTabs } from './TicketTabs.tsx';
import { useTicketShortcuts } from './useTicketShortcuts.ts';

const TWO_COLUMNS = '(min-width:1200px)';

/** Conversation and products at the left, the rail at the right; on a phone the rail's facts are a tab. */
export function TicketPage({ ticket }: { ticket: Ticket }) {
  const wide = useMediaQuery(TWO_COLUMNS, { noSsr: true });
  const consumer = currentLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL';
  useTicketLive(ticket.id);
  const [tab, setTab] = useState<TabKey>('historico');
  const [move, setMove] = useState<OpenMove | null>(null);
  useTicketShortcuts({ ticket, openTab: setTab, onMove: setMove });
  const rail = <TicketRail ticket={ticket} consumer={consumer} />;
  const step = <StepCard ticket={ticket} consumer={consumer} onMove={setMove} withMap={wide} />;
  return (
    <Page
      title={inWords(`Ticket ${ticket.id}`)}
      heading={<Subject ticket={ticket} />}
      aside={
        <>
          {ticket.arquivado && <Tag tone="secundaria">Arquivado</Tag>}
          <TicketPresence idTicket={ticket.id} />
        </>
      }
      actions={
        <>
          <TicketNeighbours idTicket={ticket.id} />
          <MoreActions ticket={ticket} onMove={setMove} />
        </>
      }
    >
      <Typography sx={{ mb: 3, color: (t) => t.vars.palette.components.textoSecundario }}>
        {[
          ticket.cliente.fant || ticket.cliente.razSoc,
          ...(typeSaysMore(ticket) ? [ticket.tipo.desc] : []),
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
        <TicketTabs ticket={ticket} tab={tab} onTab={setTab} {...(!wide && { details: rail })} />
        {wide && (
          <Box component="aside" aria-label={inWords('Dados do ticket')} sx={{ minWidth: 0 }}>
            {step}
            <Box sx={{ mt: 3 }}>{rail}</Box>
          </Box>
        )}
      </Box>
      <MoveDialog ticket={ticket} move={move} onClose={() => setMove(null)} />
    </Page>
  );
}

/** What it is about; the number, which people call it by, before it. */
const Subject = ({ ticket: { id, assunto } }: { ticket: Ticket }) => (
  <>
    <Box component="span" sx={{ fontWeight: 500, color: (t) => t.vars.palette.components.textoSecundario }}>
      {inWords(`Ticket ${id}`)}
    </Box>{' '}
    {assunto}
  </>
);

/** A ticket without words of its own is called by its type. */
const typeSaysMore = ({ assunto, tipo }: Ticket) => assunto !== tipo.desc;
