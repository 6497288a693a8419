import { eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { people, roles } from '#server/db/tables/index.ts';
import type { RegistrationFixture } from './registrationFixture.ts';

/** Allows representatives to register, as a role may, and creates a first contact as one. Returns its id. */
export async function writeProspectAs(fixture: RegistrationFixture, doc: string): Promise<number> {
  const { db } = fixture.server.deps;
  const [role] = await db
    .insert(roles)
    .values({
      key: 'REPRESENTANTE_QUE_CADASTRA',
      name: 'Representante que cadastra',
      grants: grantsOf([...DEFAULT_GRANTS.REPRESENTANTE, 'SAC_CLIENTE_CADASTRAR']),
    })
    .returning({ id: roles.id });
  await db
    .update(people)
    .set({ roleId: role?.id ?? 0 })
    .where(eq(people.id, fixture.people.REPRESENTANTE));
  const body = {
    doc,
    razSoc: 'Novo',
    fant: 'Novo',
    nomeContato: 'Lia',
    telefone: '1133445566',
    email: 'l@x.com.br',
  };
  const answer = await fixture.post('/callcenter/clientes/pre-cadastro', body, { as: 'REPRESENTANTE' });
  return answer.body.data.id;
}
