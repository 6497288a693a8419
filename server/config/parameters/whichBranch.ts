import { and, eq } from 'drizzle-orm';
import { personType } from '../../../contract/catalogs/personType.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches } from '../../db/tables/index.ts';
import { invalid, Refusal } from '../../errors.ts';
import { branchScope } from '../../session/scope.ts';
import type { ParameterRow } from './kinds.ts';

/** The value of every branch is decided by those who see every branch. */
export const seesEveryBranch = ({ type }: Pick<User, 'type'>): boolean =>
  personType.find(({ value }) => value === type)?.scope === 'TODAS_FILIAIS';

/** The branch that a write is about, 0 for all of them; refuses what the parameter or the person's scope forbids. */
export async function writtenBranch(
  db: Executor,
  user: User,
  { porFilial }: ParameterRow,
  idFil: number | null,
): Promise<{ id: number; nome: string }> {
  if (idFil === null) {
    if (seesEveryBranch(user)) return { id: 0, nome: 'todas as filiais' };
    throw new Refusal(
      403,
      'FORA_DO_ALCANCE',
      'Só quem vê todas as filiais muda o valor que vale para todas. Mude o da sua filial.',
    );
  }
  if (!porFilial) throw invalid({ idFil: 'Este parâmetro é um só para todas as filiais.' });
  const [branch] = await db
    .select({ id: branches.id, nome: branches.tradeName })
    .from(branches)
    .where(and(eq(branches.id, idFil), branchScope(user)));
  if (!branch) throw invalid({ idFil: 'Filial não encontrada.' });
  return branch;
}
