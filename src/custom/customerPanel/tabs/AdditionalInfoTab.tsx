// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function AdditionalInfoTab(_: PanelTabProps) {
  return null;
}
