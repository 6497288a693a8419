import { sql } from 'drizzle-orm';
import { FIRST_STEPS, type FirstStepKey, firstStepRoutes } from '#contract/config/firstSteps.ts';
import { allows } from '#contract/permissions.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { installation } from '../../db/tables/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { type Fact, isShipped, shownSteps, stated } from './queries.ts';

/** The steps that take a new company to its first ticket and its first order. */
export const firstStepImplementation = implement(firstStepRoutes, {
  get: async (_, ctx) => ({ data: await shownSteps(ctx) }),
  skip: command(firstStepRoutes.skip, (tx, ctx, { params, body }) =>
    mark(tx, ctx, params.passo as FirstStepKey, { fact: 'passosPulados', holds: body.pular }),
  ),
  review: command(firstStepRoutes.review, async (tx, ctx, { params, body }) => {
    const key = params.passo as FirstStepKey;
    if (!isShipped(key)) throw notFound();
    return mark(tx, ctx, key, { fact: 'passosConferidos', holds: body.conferido });
  }),
});

async function mark(
  tx: Tx,
  ctx: Context,
  key: FirstStepKey,
  { fact, holds }: { fact: Fact; holds: boolean },
) {
  if (!allows(ctx.user.grants, FIRST_STEPS[key].permission)) throw forbidden(FIRST_STEPS[key].permission);
  // The row exists from the first start on; in a database created some other way it is added here.
  await tx.insert(installation).values({ id: 1 }).onConflictDoNothing();
  await tx.select({ id: installation.id }).from(installation).for('update');
  const before = (await stated(tx))[fact];
  if (before.has(key) !== holds) {
    const after = [...before].filter((each) => each !== key);
    if (holds) after.push(key);
    await tx.update(installation).set({
      facts: sql`jsonb_set(${installation.facts}, array[${fact}], ${JSON.stringify(after)}::jsonb)`,
    });
    await audit(tx, ctx, {
      action: 'ALTERAR',
      entity: 'installation',
      entityId: 1,
      before: { [fact]: [...before] },
      after: { [fact]: after },
    });
  }
  return { data: await shownSteps({ ...ctx, db: tx }) };
}
