import type { Permission } from '../../contract/permissions.ts';
import type { RowResults } from '../../contract/sac/rowResults.ts';
import type { BulkData } from '../../contract/sac/ticketBulk.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/client.ts';

interface Work {
  /** Its own, beside that of doing many at once. */
  permission: Permission;
}

/**
 * Each record in a transaction of its own, which `ctx.db` is: a Refusal is the failure of its row. `known` is what was
 * written down of this row when the work was asked for.
 */
export interface RowWork<Data, Known = unknown> extends Work {
  row: (ctx: Context, id: number, data: Data, known: Known) => Promise<unknown>;
}

/** Records that belong together, as those of one pickup: so many in one transaction, which judges its rows itself. */
export interface GroupWork<Data> extends Work {
  most: number;
  group: (ctx: Context, ids: number[], data: Data) => Promise<RowResults>;
}

/** Texts by field of what the dialog gave; asked once, before anything is done. */
interface Judged {
  problems: (data: BulkData, db: Executor) => Promise<Record<string, string>> | Record<string, string>;
}

/** Of tickets. */
export type RowAction = RowWork<BulkData> & Judged;
export type GroupAction = GroupWork<BulkData> & Judged;
export type BulkWork = RowAction | GroupAction;

export const NONE: Record<string, string> = {};
export const NO_PROBLEMS = () => NONE;
