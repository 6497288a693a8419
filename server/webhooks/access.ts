import { seesAllOf } from '../../contract/rules/access/reach.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** A webhook may be told of every branch, so only who sees every branch keeps them. */
export function requireEveryBranch({ user }: Pick<Context, 'user'>): void {
  if (!seesAllOf(user, { type: 'ADMIN', branchIds: [] }))
    throw new Refusal(403, 'SEM_PERMISSAO', 'Só quem vê todas as filiais cuida dos webhooks.');
}
