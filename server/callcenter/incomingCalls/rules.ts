import { allows } from '#contract/permissions.ts';
import type { User } from '../../context.ts';
import { seesOthersAgendas } from '../../session/scope.ts';

type Reader = Pick<User, 'id' | 'type' | 'grants' | 'wall'>;

/** Whether the calls of other people are the reader's to see, whoever called. */
export const seesOthersCalls = (user: Reader): boolean =>
  user.wall === undefined && seesOthersAgendas(user) && allows(user.grants, 'CLIENTE_HISTORICO_ATENDIMENTO');

/** What became of a call says who took it, and who leads them. */
export const maySettle = (user: Reader, call: { personId: number }): boolean =>
  call.personId === user.id || seesOthersCalls(user);
