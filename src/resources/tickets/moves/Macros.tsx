import BoltOutlined from '@mui/icons-material/BoltOutlined';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { type Macro, macroRoutes } from '#contract/sac/tickets/macros.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { CallFailure } from '#data/http.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { MacroDialog } from './MacroDialog.tsx';
import { MoveMenu } from './MoreActions.tsx';

/** How many stand in the menu before it is asked for the others. */
const FIRST = 10;

/** The list is the same on the next ticket. */
const STALE_TIME = 60_000;

/** The macros that the person may use, once they are asked for. */
export function useMacros(enabled = true) {
  const { can } = useCan();
  const answer = useRoute(
    macroRoutes.list,
    {},
    { enabled: enabled && can('TICKETS_RESPONDER_INTERNO'), staleTime: STALE_TIME },
  );
  const { data: macros = NONE } = answer;
  const failure = failureOf(answer);
  return {
    macros,
    /** Why they are not known. */
    failure,
    isLoading: answer.isLoading && failure === null,
    isOffered: macros.length > 0 || failure !== null,
    retry: () => void answer.refetch(),
  };
}

const NONE: readonly Macro[] = [];

/** A sentence, also while what failed is tried again. Those who are told that they may use none have none. */
function failureOf({ data, error, errorUpdateCount, isLoading }: UseQueryResult<Macro[], CallFailure>) {
  if (data || error?.status === 403) return null;
  if (error) return errorText(error);
  return isLoading && errorUpdateCount > 0 ? 'Tentando novamente.' : null;
}

/**
 * 'Macros': the ones that the person uses most, with the mouse or the key M. Hidden where there is none to use; until that is known
 * its place is kept.
 */
export function Macros({ ticket }: { ticket: Ticket }) {
  const { macros, failure, isLoading, isOffered, retry } = useMacros(!ticket.arquivado);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<Macro | null>(null);
  const isShown = (isOffered || isLoading) && !ticket.arquivado;
  const show = (every: boolean) => {
    setAll(every);
    setIsOpen(true);
  };
  useShortcuts(ticketWording('Ticket'), [
    { keys: 'm', label: 'Macros', enabled: isShown && !isLoading && chosen === null, run: () => show(false) },
  ]);
  if (!isShown) return null;
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
        disabled={isLoading}
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
          ...(failure === null
            ? []
            : [
                {
                  key: 'falha',
                  label: 'As macros não foram carregadas',
                  second: failure,
                  disabled: true,
                },
                { key: 'de-novo', label: 'Tentar novamente', onChoose: retry },
              ]),
          ...shown.map((macro) => ({
            key: macro.chave,
            label: macro.titulo,
            second: macro.descricao || undefined,
            onChoose: () => setChosen(macro),
          })),
          ...(others > 0
            ? [
                {
                  key: '',
                  label: `Mais ${formatCount(others, 'macro', 'macros')}`,
                  onChoose: () => setTimeout(() => show(true)),
                },
              ]
            : []),
        ]}
      />
      {chosen && <MacroDialog macro={chosen} ticket={ticket} onClose={() => setChosen(null)} />}
    </>
  );
}
