/** The current location within a panel, and how to navigate. The page keeps it in the address, the dialog in local state. */
export interface PanelPlace {
  /** Key of the tab as in the address; `undefined` means the first tab. */
  aba: string | undefined;
  item: number | null;
  go: (aba: string, item?: number | null) => void;
  /** The tab's address, when the panel has addresses. */
  href?: (aba: string) => string;
}

/** Key of the activity log, which is a tab of its own on narrow screens. */
export const LOG_TAB = 'atividade';
