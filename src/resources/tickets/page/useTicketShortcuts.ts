import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { useShortcuts } from '../../../ui/shell/shortcuts/useShortcuts.ts';
import { mainMove } from '../moves/mainMove.ts';
import type { OpenMove } from '../moves/useMoveSession.ts';
import type { TabKey } from './TicketTabs.tsx';

interface TicketKeys {
  ticket: Ticket;
  openTab: (tab: TabKey) => void;
  onMove: (move: OpenMove) => void;
}

/** The keys of the page; those of the previous and the next ticket are the neighbours' own. */
export function useTicketShortcuts({ ticket, openTab, onMove }: TicketKeys) {
  const main = mainMove(ticket);
  useShortcuts(inWords('Ticket'), [
    {
      keys: 'r',
      label: 'Responder',
      enabled: ticket.acoes.responder,
      run: () => {
        openTab('historico');
        // The composer stands only after the tab has been drawn.
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
