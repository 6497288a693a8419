import { useCallback } from 'react';
import { serviceRecordRoutes } from '../../../contract/callcenter/agendas/serviceRecords.ts';
import { call } from '../../dataProvider/call.ts';
import { currentInitialLoad } from '../../dataProvider/session.ts';
import { useCan } from '../../ui/shell/usePerson.ts';

/**
 * Places a call through the dialer when `protocoloLigacao` is 'api' and the person may use it; otherwise returns nothing, and
 * a phone is a tel: link.
 */
export function useDial(idCli?: number): { dial?: (phone: string) => Promise<void> } {
  const { can } = useCan();
  const dial = useCallback(
    async (numero: string) => {
      await call(serviceRecordRoutes.dial, { body: { numero, ...(idCli !== undefined && { idCli }) } });
    },
    [idCli],
  );
  const byDialer = currentInitialLoad()?.parametros.protocoloLigacao === 'api' && can('ATENDIMENTO_DISCAR');
  return byDialer ? { dial } : {};
}
