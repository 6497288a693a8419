// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function SellersTab(_: PanelTabProps) {
  return null;
}
