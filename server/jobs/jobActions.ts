import type { Permission } from '../../contract/permissions.ts';
import { BULK_ACTIONS, type BulkAction, type JobAction } from '../../contract/sac/ticketBulk.ts';
import { automationWork } from '../callcenter/automations/automationWork.ts';
import { bulkActions } from '../sac/tickets/bulk/bulkActions.ts';
import type { GroupWork, RowWork } from './bulkAction.ts';

/** Long work of any kind; each reads the data that its own start wrote down. */
export type AnyWork = RowWork<never, never> | GroupWork<never>;

const works: Record<JobAction, AnyWork> = { ...bulkActions, 'executar-automacao': automationWork };

export const workOf = (action: string): AnyWork => works[action as JobAction];

const isOfTickets = (action: string): action is BulkAction => BULK_ACTIONS.some((each) => each === action);

/** All of them are asked again at each row. */
export const permissionsOf = (action: string): Permission[] =>
  isOfTickets(action) ? ['TICKETS_LOTE', workOf(action).permission] : [workOf(action).permission];
