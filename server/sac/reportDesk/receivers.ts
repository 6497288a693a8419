import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { allows } from '../../../contract/permissions.ts';
import type { Executor } from '../../db/client.ts';
import { containing } from '../../db/likePattern.ts';
import { people, roles } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';

const MOST_SHOWN = 30;

/** Who may be sent files of reports: signs in, is no end consumer, and may take reports out. */
export async function findReceivers(db: Executor, term = ''): Promise<{ id: number; nome: string }[]> {
  const words = term.trim();
  return db
    .select({ id: people.id, nome: people.name })
    .from(people)
    .where(
      and(
        eq(people.active, true),
        ne(people.email, ''),
        ne(people.type, 'CONSUMIDOR_FINAL'),
        inArray(people.roleId, await exportingRoles(db)),
        words ? sql`fold_text(${people.name}) like ${containing(words)}` : undefined,
      ),
    )
    .orderBy(sql`${people.name} collate pt_br`, people.id)
    .limit(MOST_SHOWN);
}

async function exportingRoles(db: Executor): Promise<number[]> {
  const all = await db.select({ id: roles.id, grants: roles.grants }).from(roles);
  return all
    .filter(({ grants }) => allows(grants, 'SAC_RELATORIO') && allows(grants, 'RELATORIOS_EXPORTAR'))
    .map(({ id }) => id);
}

/** Refuses a list with somebody who may not receive reports; what each may see is asked when it is sent. */
export async function requireReceivers(db: Executor, ids: readonly number[]): Promise<void> {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(
      and(
        inArray(people.id, [...ids]),
        eq(people.active, true),
        ne(people.email, ''),
        ne(people.type, 'CONSUMIDOR_FINAL'),
        inArray(people.roleId, await exportingRoles(db)),
      ),
    );
  if (found.length < ids.length)
    throw invalid({
      destinatarios: 'Alguém desta lista não pode receber relatórios. Retire e escolha de novo.',
    });
}
