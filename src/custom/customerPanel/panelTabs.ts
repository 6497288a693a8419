import type { ComponentType } from 'react';
import { type PanelTab, type PanelTabDefinition, typeOfTab } from '#contract/rules/panel/panelDefinition.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import type { PanelTabProps } from './panelTabProps.ts';

type Loaded = ComponentType<PanelTabProps>;

interface LazyTab {
  Tab: ComponentType<PanelTabProps>;
  load: () => Promise<Loaded>;
}

const tab = (load: () => Promise<Loaded>): LazyTab => ({
  Tab: lazyScreen(async () => ({ Tab: await load() }), 'Tab'),
  load,
});

/** The code of each tab; none is loaded before its tab is opened or about to be. */
const panelTabs: Readonly<Record<PanelTab, LazyTab>> = {
  agora: tab(async () => (await import('./tabs/now/NowTab.tsx')).NowTab),
  dados: tab(async () => (await import('./tabs/DataTabs.tsx')).DataTab),
  'informacoes-adicionais': tab(async () => (await import('./tabs/AdditionalInfoTab.tsx')).AdditionalInfoTab),
  logistica: tab(async () => (await import('./tabs/DataTabs.tsx')).LogisticsTab),
  agendas: tab(async () => (await import('./tabs/AgendasTab.tsx')).AgendasTab),
  'agendas-cobranca': tab(async () => (await import('./tabs/AgendasTab.tsx')).CollectionAgendasTab),
  frequencia: tab(async () => (await import('./tabs/ServiceFrequencyTab.tsx')).ServiceFrequencyTab),
  orcamentos: tab(async () => (await import('./tabs/OrdersTab.tsx')).QuotesTab),
  pedidos: tab(async () => (await import('./tabs/OrdersTab.tsx')).OrdersTab),
  boletos: tab(async () => (await import('./tabs/TitlesTab.tsx')).TitlesTab),
  'notas-fiscais': tab(async () => (await import('./tabs/InvoicesTab.tsx')).InvoicesTab),
  tickets: tab(async () => (await import('./tabs/ServiceTabs.tsx')).TicketsTab),
  representantes: tab(async () => (await import('./tabs/PeopleTabs.tsx')).RepresentativesTab),
  vendedores: tab(async () => (await import('./tabs/PeopleTabs.tsx')).SellersTab),
  contatos: tab(async () => (await import('./tabs/ContactsTab.tsx')).ContactsTab),
  telefones: tab(async () => (await import('./tabs/ContactsTab.tsx')).PhonesTab),
  emails: tab(async () => (await import('./tabs/ContactsTab.tsx')).EmailsTab),
  historico: tab(async () => (await import('./tabs/ServiceTabs.tsx')).ServiceHistoryTab),
  consultas: tab(async () => (await import('./tabs/ReportsTab.tsx')).ReportsTab),
};

const ownTabs = new Map<string, LazyTab>();

/** The code of a tab. The tab of a company-defined record type lists that type's records. */
export function panelTab(key: PanelTabDefinition['chave']): LazyTab {
  const type = typeOfTab(key);
  if (type === null) return panelTabs[key as PanelTab];
  const cachedTab = ownTabs.get(type);
  if (cachedTab) return cachedTab;
  const ownTab = tab(async () => (await import('./tabs/OwnRecordsTab.tsx')).ownRecordsTab(type));
  ownTabs.set(type, ownTab);
  return ownTab;
}

/** Preloads the code of a tab that has the pointer or the focus; a failed load is retried on opening. */
export const preloadTab = (key: PanelTabDefinition['chave']): void => {
  void panelTab(key)
    .load()
    .catch(() => {});
};
