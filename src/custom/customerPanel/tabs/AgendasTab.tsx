// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function AgendasTab(_: PanelTabProps) {
  return null;
}
