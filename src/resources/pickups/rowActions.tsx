import ContactPhoneOutlined from '@mui/icons-material/ContactPhoneOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import IconButton from '@mui/material/IconButton';
import { useCallback } from 'react';
import type { PickupParty, PickupRow } from '../../../contract/sac/pickups.ts';
import { usePrintOrder } from './usePrintOrder.ts';

/** Shown at the end of a row: who fetches, and the order on paper. */
export function useRowActions(onParty: (party: PickupParty) => void) {
  const { print } = usePrintOrder();
  return useCallback(
    (row: PickupRow) => (
      <>
        <IconButton
          size="small"
          aria-label={`Ver responsável pela coleta ${row.id}`}
          title="Ver responsável"
          onClick={() => onParty(row.responsavel)}
        >
          <ContactPhoneOutlined fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={`Baixar ordem da coleta ${row.id}`}
          title="Baixar ordem"
          onClick={() => print(row)}
        >
          <PrintOutlined fontSize="small" />
        </IconButton>
      </>
    ),
    [onParty, print],
  );
}
