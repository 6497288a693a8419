// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function OrdersTab(_: PanelTabProps) {
  return null;
}
