// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function InvoicesTab(_: PanelTabProps) {
  return null;
}
