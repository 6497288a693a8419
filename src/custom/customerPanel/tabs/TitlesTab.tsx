// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function TitlesTab(_: PanelTabProps) {
  return null;
}
