import type { PanelTab } from '#contract/rules/panel/panelDefinition.ts';

/** Props of every tab of the customer panel. Each tab is a component in its own chunk that makes its own calls. */
export interface PanelTabProps {
  idCli: number;
  /** The item that an entry of the activity log asks the tab to open (quote, order, agenda, ticket). */
  item: number | null;
  /** Opens an item, or closes the open one; the panel keeps it in the address. */
  onItem: (id: number | null) => void;
  /** What opens another tab of the panel; `undefined` for one that the person does not see. */
  tabOpener?: (tab: PanelTab) => (() => void) | undefined;
}
