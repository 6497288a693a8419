// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function TicketsTab(_: PanelTabProps) {
  return null;
}
