// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function ContactsTab(_: PanelTabProps) {
  return null;
}
