import type { Permission } from '../../../../contract/permissions.ts';
import type { RowResults } from '../../../../contract/sac/rowResults.ts';
import type { BulkData } from '../../../../contract/sac/ticketBulk.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';

interface Action {
  /** Its own, beside TICKETS_LOTE. */
  permission: Permission;
  /** Texts by field of what the dialog gave; asked once, before anything is done. */
  problems: (data: BulkData, db: Executor) => Promise<Record<string, string>> | Record<string, string>;
}

/** Each ticket in a transaction of its own, which `ctx.db` is: a Refusal is the failure of its row. */
export interface RowAction extends Action {
  row: (ctx: Context, id: number, data: BulkData) => Promise<unknown>;
}

/** Tickets that belong together, as those of one pickup: so many in one transaction, which judges its rows itself. */
export interface GroupAction extends Action {
  most: number;
  group: (ctx: Context, ids: number[], data: BulkData) => Promise<RowResults>;
}

export type BulkWork = RowAction | GroupAction;

export const NONE: Record<string, string> = {};
export const NO_PROBLEMS = () => NONE;
