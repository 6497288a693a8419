// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function RepresentativesTab(_: PanelTabProps) {
  return null;
}
