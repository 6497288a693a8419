/** What every tab of the customer panel gets. A tab is a component of its own chunk, with its own calls. */
export interface PanelTabProps {
  idCli: number;
  /** An entry of the activity log asks the tab to open this item (quote, order, agenda, ticket). */
  item: number | null;
  /** Opens an item, or closes the open one: the panel keeps it in the address. */
  onItem: (id: number | null) => void;
}
