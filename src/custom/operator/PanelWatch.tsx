import { useEffect } from 'react';
import { panelShows } from './leaving.ts';

/** Stands in the panel, shows nothing: who leaves with a conversation under way may be asked to register it. */
export function PanelWatch({ idCli }: { idCli: number }) {
  useEffect(() => panelShows(idCli), [idCli]);
  return null;
}
