import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { people, personBranches } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { requireVersion } from '../../requireVersion.ts';
import { lockAccess } from '../access.ts';
import { findPerson, obstacle, type PersonRecord, personDetail } from './queries.ts';

/** The account that a command is about, locked, of the version that was seen, and within the own reach. */
export async function lockPerson(tx: Tx, ctx: Context, id: number, versao: number): Promise<PersonRecord> {
  await lockAccess(tx);
  await tx.select({ id: people.id }).from(people).where(eq(people.id, id)).for('update');
  const record = await findPerson(tx, ctx.user, id);
  if (!record) throw notFound();
  await requireVersion(tx, versao, {
    ...entity(id),
    version: record.person.version,
    name: 'esta conta',
    state: () => personDetail(tx, ctx.user, record),
  });
  const reason = obstacle(ctx.user, record);
  if (reason) throw refused('ALEM_DOS_SEUS_DIREITOS', reason);
  return record;
}

export async function storeBranches(tx: Tx, personId: number, ids: readonly number[]) {
  await tx.delete(personBranches).where(eq(personBranches.personId, personId));
  if (ids.length > 0) await tx.insert(personBranches).values(ids.map((branchId) => ({ personId, branchId })));
}

/** As the log tells it; a CPF is named only where it was first written. */
export const toldOf = ({ person, role, sector, branches }: PersonRecord) => ({
  nome: person.name,
  email: person.email,
  telefone: person.phone,
  dtNasc: person.birthDate,
  tipo: person.type,
  perfil: role.nome,
  setor: sector?.nome ?? null,
  filiais: branches.map(({ nome }) => nome),
  representante: person.representativeId,
});

export const entity = (entityId: number) => ({ entity: 'people', entityId });
