import { and, eq, isNotNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { passkeys, secondFactors } from '../../db/tables/index.ts';

/** What somebody has set up: an app of codes, keys of their devices. */
export async function factorsOf(db: Executor, personId: number) {
  const { personId: owner, confirmedAt } = secondFactors;
  return {
    aplicativo: (await db.$count(secondFactors, and(eq(owner, personId), isNotNull(confirmedAt)))) > 0,
    chave: (await db.$count(passkeys, eq(passkeys.personId, personId))) > 0,
  };
}

export async function hasSecondFactor(db: Executor, personId: number): Promise<boolean> {
  const { aplicativo, chave } = await factorsOf(db, personId);
  return aplicativo || chave;
}
