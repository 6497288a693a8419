// To be written.
import type { PanelTabProps } from '../panelTab.ts';

export function DataTab(_: PanelTabProps) {
  return null;
}
