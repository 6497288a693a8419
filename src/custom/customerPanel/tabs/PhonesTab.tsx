// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function PhonesTab(_: PanelTabProps) {
  return null;
}
