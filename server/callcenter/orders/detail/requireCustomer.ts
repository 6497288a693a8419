import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { visibleCustomer } from '../../../sac/customers/queries.ts';

/** 404 for an unknown customer and for one out of scope alike. */
export async function requireCustomer({ db, user }: Pick<Context, 'db' | 'user'>, id: number): Promise<void> {
  if (!(await visibleCustomer(db, user, id))) throw notFound();
}
