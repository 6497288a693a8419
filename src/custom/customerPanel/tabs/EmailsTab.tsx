// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function EmailsTab(_: PanelTabProps) {
  return null;
}
