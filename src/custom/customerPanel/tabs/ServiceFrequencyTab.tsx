// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function ServiceFrequencyTab(_: PanelTabProps) {
  return null;
}
