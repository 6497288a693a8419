// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function LogisticsTab(_: PanelTabProps) {
  return null;
}
