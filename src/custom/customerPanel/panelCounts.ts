import type { PanelTabDefinition } from '#contract/rules/panel/panelDefinition.ts';

type Tab = PanelTabDefinition['chave'];

interface Counted {
  /** What the tab's count refers to: '3 em aberto'. */
  words: string;
  /** Explains why the list may contain a different number of rows; absent when the two agree. */
  differs?: string;
}

/** Tabs whose count is not simply that of all rows (server/callcenter/customerPanel/panelCounts.ts). */
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

/** The server stops counting at a hundred. */
export const countLabel = (count: number): string => (count >= 100 ? '99+' : `${count}`);

/** '3 em aberto' */
export const countWords = (tab: Tab, count: number): string =>
  [countLabel(count), COUNTED[tab]?.words].filter(Boolean).join(' ');

/** '3 em aberto. A lista traz também os encerrados.'; empty when the count and the list agree. */
export function countNote(tab: Tab, count: number | undefined): string {
  const differs = COUNTED[tab]?.differs;
  return count && differs ? `${countWords(tab, count)}. ${differs}` : '';
}
