import { and, eq } from 'drizzle-orm';
import { grantsOf } from '../../../../contract/permissions.ts';
import type { User } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { people } from '../../../db/tables/index.ts';
import { roleFor } from '../../../session/roles.ts';
import type { Settings } from '../../../settings.ts';

/** Not a CPF, so no one can sign in with it. */
const FOLDER = 'pasta:nfe';
const NAME = 'Pasta de notas (NFE_DIR)';

/** The person stored as the author of everything imported from the folder; created when it is first read. */
export async function folderPerson(db: Executor): Promise<number> {
  const find = () => db.select({ id: people.id }).from(people).where(eq(people.cpf, FOLDER));
  const [known] = await find();
  if (known) return known.id;
  await db
    .insert(people)
    .values({
      cpf: FOLDER,
      name: NAME,
      email: '',
      type: 'ADMIN',
      roleId: await roleFor(db, 'ADMIN'),
      passwordHash: 'nenhuma',
      active: false,
    })
    .onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new Error('the person of the folder was not written');
  return made.id;
}

/** Whoever sets NFE_DIR administers the server, so while it is set the folder may import NF-e, and nothing else. */
export async function folderAuthor(
  db: Executor,
  { nfeDir }: Pick<Settings, 'nfeDir'>,
  id: number,
): Promise<User | null> {
  if (!nfeDir) return null;
  const [row] = await db
    .select({ id: people.id, name: people.name, cpf: people.cpf })
    .from(people)
    .where(and(eq(people.id, id), eq(people.cpf, FOLDER)));
  if (!row) return null;
  return {
    ...row,
    type: 'ADMIN',
    grants: grantsOf(['CADASTROS_CLIENTES', 'NOTAS_IMPORTAR_XML']),
    branchIds: [],
    customerId: null,
    representativeId: null,
    sessionId: '',
  };
}
