// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function ServiceHistoryTab(_: PanelTabProps) {
  return null;
}
