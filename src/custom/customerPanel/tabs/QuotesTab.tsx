// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function QuotesTab(_: PanelTabProps) {
  return null;
}
