import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ticketRoutes } from '../../../../contract/sac/tickets.ts';
import { call } from '../../../dataProvider/call.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { routeKey } from '../../../dataProvider/useRoute.ts';
import { countText } from '../../../ui/components/countText.ts';
import { Hint } from '../../../ui/components/Hint.tsx';
import { errorText } from '../../../ui/shell/errorText.ts';
import { useShortcuts } from '../../../ui/shell/shortcuts/useShortcuts.ts';
import { keepWalk, keptWalk, placeInWalk, walkOf } from './listWalk.ts';

const COUNT_CAP = 10_000;

/**
 * Previous and next ticket of the list that this tab showed last, beyond its page too. Each replaces the one before,
 * so that one step back is the list again.
 */
export function TicketNeighbours({ idTicket }: { idTicket: number }) {
  const { walk, busy, go } = useWalk(idTicket);
  const place = walk ? placeInWalk(walk, idTicket) : 0;
  const { ids = [], paginator } = walk ?? {};
  const at = ids.indexOf(idTicket);
  const previous = place > 0 && (at > 0 || paginator?.anterior !== undefined);
  const next = place > 0 && (at < ids.length - 1 || paginator?.proximo !== undefined);
  useShortcuts(inWords('Lista de tickets'), [
    { keys: 'k', label: inWords('Ticket anterior'), enabled: previous, run: () => void go(-1) },
    { keys: 'j', label: inWords('Próximo ticket'), enabled: next, run: () => void go(1) },
    { keys: '[', label: inWords('Ticket anterior'), enabled: previous, run: () => void go(-1) },
    { keys: ']', label: inWords('Próximo ticket'), enabled: next, run: () => void go(1) },
  ]);
  if (place === 0 || !paginator) return null;
  return (
    <Box
      component="nav"
      aria-label={inWords('Tickets da lista')}
      sx={{ display: 'flex', alignItems: 'center', flex: 'none', fontSize: 13 }}
    >
      <Step label={inWords('Ticket anterior')} disabled={!previous || busy} onClick={() => void go(-1)}>
        <ChevronLeft />
      </Step>
      <Box component="span" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        {countText(place)} de {countText(paginator.total, COUNT_CAP)}
      </Box>
      <Step label={inWords('Próximo ticket')} disabled={!next || busy} onClick={() => void go(1)}>
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

function useWalk(idTicket: number) {
  const navigate = useNavigate();
  const notify = useNotify();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const walk = keptWalk();
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
      keepWalk(walkOf(query, answer.itens, answer.paginator));
      open(answer.itens.at(step > 0 ? 0 : -1)?.id);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { walk, busy, go };
}
