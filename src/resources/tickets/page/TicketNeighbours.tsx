import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { countText, DISPLAY_CAP } from '#contract/rules/format.ts';
import { ticketWording } from '#data/session.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { useListWalk } from './listWalk.ts';

/**
 * The previous and next ticket of the list last shown in this tab, even beyond its page. Each replaces the current history
 * entry, so that 'back' returns to the list.
 */
export function TicketNeighbours({ idTicket }: { idTicket: number }) {
  const { place, total, previous, next, busy, go } = useListWalk(idTicket);
  useShortcuts(ticketWording('Lista de tickets'), [
    {
      keys: 'k',
      label: ticketWording('Ticket anterior'),
      enabled: previous,
      run: () => void go(-1),
      repeats: true,
    },
    {
      keys: 'j',
      label: ticketWording('Próximo ticket'),
      enabled: next,
      run: () => void go(1),
      repeats: true,
    },
    { keys: '[', label: ticketWording('Ticket anterior'), enabled: previous, run: () => void go(-1) },
    { keys: ']', label: ticketWording('Próximo ticket'), enabled: next, run: () => void go(1) },
  ]);
  if (place === 0) return null;
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
        {countText(place)} de {countText(total, DISPLAY_CAP)}
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
