import { useQueryClient } from '@tanstack/react-query';
import type { FieldEntity } from '../../../contract/rules/fields/extraFields.ts';
import { extraFieldRoutes, type RecordFields } from '../../../contract/sac/extraFields.ts';
import { call } from '../../dataProvider/call.ts';
import { routeKey, useRoute } from '../../dataProvider/useRoute.ts';

/** The extra fields of a customer or a ticket. */
export function useRecordFields(entity: FieldEntity, id: number) {
  const customer = useRoute(
    extraFieldRoutes.ofCustomer,
    { params: { idCli: id } },
    { enabled: entity === 'cliente' },
  );
  const ticket = useRoute(
    extraFieldRoutes.ofTicket,
    { params: { idTicket: id } },
    { enabled: entity === 'ticket' },
  );
  return entity === 'cliente' ? customer : ticket;
}

/** Writes them; what is shown follows the answer. */
export function useSaveFields(entity: FieldEntity, id: number) {
  const client = useQueryClient();
  return async (versao: number, valores: Record<string, unknown>): Promise<RecordFields> => {
    const body = { versao, valores };
    const answer =
      entity === 'cliente'
        ? await call(extraFieldRoutes.changeCustomer, { params: { idCli: id }, body })
        : await call(extraFieldRoutes.changeTicket, { params: { idTicket: id }, body });
    const key =
      entity === 'cliente'
        ? routeKey(extraFieldRoutes.ofCustomer, { params: { idCli: id } })
        : routeKey(extraFieldRoutes.ofTicket, { params: { idTicket: id } });
    client.setQueryData(key, answer);
    // The version of the record, its timeline and the lists say something else now.
    void client.invalidateQueries();
    return answer;
  };
}
