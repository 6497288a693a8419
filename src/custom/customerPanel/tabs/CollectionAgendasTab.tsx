// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function CollectionAgendasTab(_: PanelTabProps) {
  return null;
}
