/** Where somebody stands in a panel, and how they go on: the page keeps it in the address, the dialog in itself. */
export interface PanelPlace {
  /** Key of the tab, as the address has it; `undefined`: the first. */
  aba: string | undefined;
  item: number | null;
  go: (aba: string, item?: number | null) => void;
  /** Address of a tab, where it has one. */
  href?: (aba: string) => string;
}

/** On narrow screens the activity log is a tab of its own. */
export const LOG_TAB = 'atividade';
