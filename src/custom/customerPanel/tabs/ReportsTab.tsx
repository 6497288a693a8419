// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function ReportsTab(_: PanelTabProps) {
  return null;
}
