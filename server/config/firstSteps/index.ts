import { sql } from 'drizzle-orm';
import {
  FIRST_STEPS,
  type FirstStepKey,
  type FirstSteps,
  firstStepRoutes,
} from '../../../contract/config/firstSteps.ts';
import { allows } from '../../../contract/permissions.ts';
import type { Input } from '../../../contract/route.ts';
import { audit } from '../../audit.ts';
import type { Context, Reading } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { installation } from '../../db/tables/index.ts';
import { forbidden } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { isDemonstration } from '../../installationState.ts';
import { countedSteps } from './counts.ts';

/** What leads a new company from nothing to its first ticket and its first order. */
export const firstStepImplementation = implement(firstStepRoutes, {
  get: async (_, ctx) => ({ data: await shown(ctx) }),
  skip,
});

async function skip({ params, body }: Input<typeof firstStepRoutes.skip>, ctx: Context) {
  const key = params.passo as FirstStepKey;
  if (!allows(ctx.user.grants, FIRST_STEPS[key].permission)) throw forbidden(FIRST_STEPS[key].permission);
  return withIdempotency(ctx, 'firstSteps.skip', { params, body }, async (tx) => {
    // The row is there from the first start on; a database that somebody made otherwise gets it here.
    await tx.insert(installation).values({ id: 1 }).onConflictDoNothing();
    await tx.select({ id: installation.id }).from(installation).for('update');
    const before = await skipped(tx);
    if (before.has(key) !== body.pular) {
      const after = [...before].filter((each) => each !== key);
      if (body.pular) after.push(key);
      await tx.update(installation).set({
        facts: sql`jsonb_set(${installation.facts}, '{passosPulados}', ${JSON.stringify(after)}::jsonb)`,
      });
      await audit(tx, ctx, {
        action: 'ALTERAR',
        entity: 'installation',
        entityId: 1,
        before: { passosPulados: [...before] },
        after: { passosPulados: after },
      });
    }
    return { data: await shown({ ...ctx, db: tx }) };
  });
}

async function skipped(db: Executor): Promise<ReadonlySet<string>> {
  const [row] = await db.select({ facts: installation.facts }).from(installation);
  const keys = row?.facts.passosPulados;
  return new Set(Array.isArray(keys) ? keys.map(String) : []);
}

async function shown(ctx: Reading<'user' | 'settings' | 'db'>): Promise<FirstSteps> {
  const apart = await skipped(ctx.db);
  const passos = [...(await countedSteps(ctx))].map(([chave, step]) => ({
    chave,
    essencial: FIRST_STEPS[chave].essential,
    pulado: apart.has(chave),
    ...step,
  }));
  return {
    passos,
    faltam: passos.filter(({ essencial, feito, pulado }) => essencial && !feito && !pulado).length,
    demonstracao: await isDemonstration(ctx.db),
    smtp: ctx.settings.smtp !== undefined,
  };
}
