import { MOST_PICKUP_ROWS } from '../../../../contract/sac/pickups.ts';
import { type GroupAction, NONE } from '../../../jobs/bulkAction.ts';
import { generatePickups } from '../../pickups/generate.ts';

/** One pickup for each responsible: tickets are taken together, so that a carrier comes once and not once a ticket. */
export const generatePickupsOf: GroupAction = {
  permission: 'COLETAS_GERAR',
  most: MOST_PICKUP_ROWS,
  problems: ({ tipo }) =>
    tipo ? NONE : { tipo: 'Escolha quem coleta: a transportadora ou o representante.' },
  group: (ctx, ids, { tipo, responsavel, agendadaPara }) =>
    generatePickups(
      {
        params: { tipo: tipo === 'REPRESENTANTE' ? 'representante' : 'transportadora' },
        body: {
          tickets: ids,
          ...(responsavel && { responsavel }),
          ...(agendadaPara && { agendadaPara }),
        },
      },
      ctx,
    ),
};
