import BoltOutlined from '@mui/icons-material/BoltOutlined';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { type Macro, macroRoutes } from '#contract/sac/tickets/macros.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { MacroDialog } from './MacroDialog.tsx';
import { MoveMenu } from './MoreActions.tsx';

/** How many stand in the menu before it is asked for the others. */
const FIRST = 10;

/** The list is the same on the next ticket. */
const STALE_TIME = 60_000;

/** The macros that the person may use, once they are asked for. */
export function useMacros(enabled = true): readonly Macro[] {
  const { can } = useCan();
  const { data } = useRoute(
    macroRoutes.list,
    {},
    { enabled: enabled && can('TICKETS_RESPONDER_INTERNO'), staleTime: STALE_TIME },
  );
  return data ?? NONE;
}

const NONE: readonly Macro[] = [];

/** 'Macros': the ones that the person uses most, with the mouse or the key M. Hidden where there is none to use. */
export function Macros({ ticket }: { ticket: Ticket }) {
  const macros = useMacros(!ticket.arquivado);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<Macro | null>(null);
  const isOffered = macros.length > 0 && !ticket.arquivado;
  const show = (every: boolean) => {
    setAll(every);
    setIsOpen(true);
  };
  useShortcuts(ticketWording('Ticket'), [
    { keys: 'm', label: 'Macros', enabled: isOffered && chosen === null, run: () => show(false) },
  ]);
  if (!isOffered) return null;
  const shown = all ? macros : macros.slice(0, FIRST);
  const others = macros.length - shown.length;
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        color="inherit"
        startIcon={<BoltOutlined />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => show(false)}
      >
        Macros
      </Button>
      <MoveMenu
        key={String(all)}
        label="Macros"
        anchor={isOpen ? button.current : null}
        onClose={() => setIsOpen(false)}
        items={[
          ...shown.map((macro) => ({
            key: macro.chave,
            label: macro.titulo,
            second: macro.descricao || undefined,
            onChoose: () => setChosen(macro),
          })),
          ...(others > 0
            ? [{ key: '', label: `Mais ${others} macros`, onChoose: () => setTimeout(() => show(true)) }]
            : []),
        ]}
      />
      {chosen && <MacroDialog macro={chosen} ticket={ticket} onClose={() => setChosen(null)} />}
    </>
  );
}
