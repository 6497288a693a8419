import { useNotify } from 'ra-core';
import { useCallback, useState } from 'react';
import { type PickupRow, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { downloadRoute } from '../../dataProvider/download.ts';
import { errorText } from '../../ui/shell/errorText.ts';

/** The order as a PDF, among the browser's downloads. */
export function usePrintOrder() {
  const notify = useNotify();
  const [printing, setPrinting] = useState(false);
  const print = useCallback(
    async ({ id, responsavel }: Pick<PickupRow, 'id' | 'responsavel'>) => {
      const tipo = responsavel.tipo === 'TRANSPORTADORA' ? 'transportadora' : 'representante';
      setPrinting(true);
      try {
        await downloadRoute(pickupRoutes.order, { params: { tipo, id } }, `ordem-de-coleta-${id}.pdf`);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      } finally {
        setPrinting(false);
      }
    },
    [notify],
  );
  return { print, printing };
}
