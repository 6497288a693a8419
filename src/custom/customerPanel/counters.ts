import type { PanelTabDefinition } from '../../../contract/rules/panel/panelDefinition.ts';

type Tab = PanelTabDefinition['chave'];

interface Counted {
  /** What the number of the tab counts: '3 em aberto'. */
  words: string;
  /** Why the list behind it may show another number; absent where it shows just those. */
  differs?: string;
}

/** Tabs whose number is not simply that of all there is (server/callcenter/customerPanel/panelCounts.ts). */
const COUNTED: Partial<Record<Tab, Counted>> = {
  agendas: { words: 'em aberto', differs: 'A lista traz também as finalizadas.' },
  'agendas-cobranca': { words: 'em aberto', differs: 'A lista traz também as finalizadas.' },
  orcamentos: { words: 'em aberto', differs: 'A lista traz também os encerrados.' },
  pedidos: {
    words: 'em andamento',
    differs: 'A lista começa pelos de hoje: mude o período para ver os demais.',
  },
  tickets: { words: 'em aberto', differs: 'A lista traz também os finalizados.' },
  boletos: { words: 'em aberto' },
  'notas-fiscais': { words: 'nos últimos 45 dias' },
};

/** The server counts to a hundred. */
export const countLabel = (count: number): string => (count >= 100 ? '99+' : `${count}`);

/** '3 em aberto' */
export const countWords = (tab: Tab, count: number): string =>
  [countLabel(count), COUNTED[tab]?.words].filter(Boolean).join(' ');

/** '3 em aberto. A lista traz também os encerrados.'; empty where number and list are one. */
export function countNote(tab: Tab, count: number | undefined): string {
  const differs = COUNTED[tab]?.differs;
  return count && differs ? `${countWords(tab, count)}. ${differs}` : '';
}
