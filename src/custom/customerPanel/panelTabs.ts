import { type ComponentType, lazy } from 'react';
import {
  type PanelTab,
  type PanelTabDefinition,
  typeOfTab,
} from '../../../contract/rules/panel/panelDefinition.ts';
import type { PanelTabProps } from './panelTab.ts';

type Loaded = ComponentType<PanelTabProps>;

interface LazyTab {
  Tab: ComponentType<PanelTabProps>;
  load: () => Promise<Loaded>;
}

const tab = (load: () => Promise<Loaded>): LazyTab => ({
  Tab: lazy(async () => ({ default: await load() })),
  load,
});

/** The code of each tab; none is loaded before its tab is opened, or about to be. */
const panelTabs: Readonly<Record<PanelTab, LazyTab>> = {
  dados: tab(async () => (await import('./tabs/DataTab.tsx')).DataTab),
  'informacoes-adicionais': tab(async () => (await import('./tabs/AdditionalInfoTab.tsx')).AdditionalInfoTab),
  logistica: tab(async () => (await import('./tabs/LogisticsTab.tsx')).LogisticsTab),
  agendas: tab(async () => (await import('./tabs/AgendasTab.tsx')).AgendasTab),
  'agendas-cobranca': tab(async () => (await import('./tabs/CollectionAgendasTab.tsx')).CollectionAgendasTab),
  frequencia: tab(async () => (await import('./tabs/ServiceFrequencyTab.tsx')).ServiceFrequencyTab),
  orcamentos: tab(async () => (await import('./tabs/QuotesTab.tsx')).QuotesTab),
  pedidos: tab(async () => (await import('./tabs/OrdersTab.tsx')).OrdersTab),
  boletos: tab(async () => (await import('./tabs/TitlesTab.tsx')).TitlesTab),
  'notas-fiscais': tab(async () => (await import('./tabs/InvoicesTab.tsx')).InvoicesTab),
  tickets: tab(async () => (await import('./tabs/TicketsTab.tsx')).TicketsTab),
  representantes: tab(async () => (await import('./tabs/RepresentativesTab.tsx')).RepresentativesTab),
  vendedores: tab(async () => (await import('./tabs/SellersTab.tsx')).SellersTab),
  contatos: tab(async () => (await import('./tabs/ContactsTab.tsx')).ContactsTab),
  telefones: tab(async () => (await import('./tabs/PhonesTab.tsx')).PhonesTab),
  emails: tab(async () => (await import('./tabs/EmailsTab.tsx')).EmailsTab),
  historico: tab(async () => (await import('./tabs/ServiceHistoryTab.tsx')).ServiceHistoryTab),
  consultas: tab(async () => (await import('./tabs/ReportsTab.tsx')).ReportsTab),
};

const ownTabs = new Map<string, LazyTab>();

/** The code of a tab; one of a type that the company made itself is the list of that type. */
export function panelTab(key: PanelTabDefinition['chave']): LazyTab {
  const type = typeOfTab(key);
  if (type === null) return panelTabs[key as PanelTab];
  const known = ownTabs.get(type);
  if (known) return known;
  const made = tab(async () => (await import('./tabs/OwnRecordsTab.tsx')).ownRecordsTab(type));
  ownTabs.set(type, made);
  return made;
}

/** Begins to load the code of a tab that the pointer or the focus is on; what fails is tried again on opening. */
export const warmTab = (key: PanelTabDefinition['chave']): void => {
  void panelTab(key)
    .load()
    .catch(() => {});
};
