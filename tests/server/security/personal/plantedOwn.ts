import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import * as t from '#server/db/tables/index.ts';
import { numberChanges } from '#server/feed/sequencer.ts';
import { fanOut } from '#server/webhooks/fanOut.ts';
import type { TestServer } from '#tests/support/servers/server.ts';

// Two types of the company's own in which personal data stand, records of them, and a webhook that tells of both.

/** The unique words that stand in everyone's data. */
export const REVEALING: Readonly<Record<string, RegExp>> = {
  email: /segredo\d*@/,
  phone: /97777/,
  // 777.000.123-88, with and without its mask; the middle digits may be shown.
  cpf: /777\.?\d{3}\.?\d{3}-?88/,
  street: /Canarinho/,
  birth: /1977-07-07|07\/07\/1977/,
};

export const reported = (text: string) =>
  Object.entries(REVEALING)
    .filter(([, word]) => word.test(text))
    .map(([kind]) => kind);

/** Everything of a patient is personal, the code and the name too; a visit is not, but refers to those who are. */
const PATIENTS = {
  formato: 1,
  chave: 'pacientes',
  titulo: { um: 'paciente', muitos: 'pacientes', genero: 'm' },
  descricao: 'Quem é visitado.',
  campos: [
    { chave: 'email', titulo: 'E-mail', tipo: 'EMAIL', obrigatorio: true, pessoal: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true, tamanho: 60, pessoal: true },
    { chave: 'cpf', titulo: 'CPF', tipo: 'CPF', pessoal: true },
    { chave: 'fone', titulo: 'Telefone', tipo: 'TELEFONE', pessoal: true },
    { chave: 'nascimento', titulo: 'Nascimento', tipo: 'DATE', pessoal: true },
  ],
  codigo: ['email'],
  escopo: ['empresa'],
  nome: 'nome',
  lista: { ordenaveis: ['nascimento'] },
};
const VISITS = {
  formato: 1,
  chave: 'visitas',
  titulo: { um: 'visita', muitos: 'visitas', genero: 'f' },
  descricao: 'Visitas a pacientes.',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true, tamanho: 20 },
    { chave: 'cliente', titulo: 'Cliente', tipo: 'REFERENCIA', referencia: 'clientes' },
    { chave: 'paciente', titulo: 'Paciente', tipo: 'REFERENCIA', referencia: 'pacientes' },
    { chave: 'quem', titulo: 'Quem visitou', tipo: 'REFERENCIA', referencia: 'pessoas' },
  ],
  codigo: ['numero'],
  escopo: ['carteira'],
  nome: 'numero',
  lista: { filtros: ['cliente', 'paciente', 'quem'] },
};

/** The values that nobody without the permission may see; those of people and customers carry the same words (REVEALING). */
export const PATIENT = {
  email: 'segredo1@canario.com.br',
  nome: 'Paciente Canarinho',
  cpf: '77790008188',
  fone: '11977770001',
  nascimento: '1977-07-07',
};

/** The CPF and e-mail of a collaborator, and the CPF of a customer. */
export const COLLEAGUE = '77790016288';
export const COLLEAGUE_EMAIL = 'colega@exemplo.com.br';
export const CONSUMER = '77790024388';

export const OWN_TYPES = ['pacientes', 'visitas'];

/** As the person with all rights, with a customer who is a person. */
export async function plantOwn(server: TestServer, folder: string, admin: string, customerId: number) {
  const { db } = server.deps;
  await db.update(t.customers).set({ document: CONSUMER }).where(eq(t.customers.id, customerId));
  const definitions = path.join(folder, 'definicoes');
  await mkdir(path.join(definitions, 'records'), { recursive: true });
  for (const type of [PATIENTS, VISITS])
    await writeFile(path.join(definitions, 'records', `${type.chave}.json`), JSON.stringify(type));
  const { broken, postponed } = await loadDefinitions(db, definitions, { ...server.deps, user: null });
  if (broken.length + postponed.length > 0) throw new Error(JSON.stringify({ broken, postponed }));
  const webhook = await server.call('POST', '/config/webhooks', {
    token: admin,
    body: {
      nome: 'ERP',
      url: 'https://erp.exemplo.com.br/',
      tipos: ['clientes', ...OWN_TYPES],
      filiais: [],
      semChave: null,
    },
  });
  if (webhook.status !== 200) throw new Error(JSON.stringify(webhook.body));
  // A collaborator whose document is one of the words.
  const [colleague] = await db
    .select()
    .from(t.people)
    .where(eq(t.people.type, 'OPERADOR'))
    .orderBy(asc(t.people.id))
    .limit(1);
  await db
    .update(t.people)
    .set({ cpf: COLLEAGUE, email: COLLEAGUE_EMAIL })
    .where(eq(t.people.id, colleague?.id ?? 0));
  const rows = {
    pacientes: [PATIENT],
    visitas: [{ numero: 'V-1', cliente: CONSUMER, paciente: PATIENT.email, quem: COLLEAGUE }],
  };
  for (const [type, registros] of Object.entries(rows)) {
    const { body } = await server.call('PUT', `/dados/v1/${type}`, { token: admin, body: registros });
    if (body.contagens?.criados !== 1) throw new Error(JSON.stringify(body));
  }
  await server.call('PUT', '/dados/v1/clientes', {
    token: admin,
    body: [{ documento: CONSUMER, email: 'segredo4@canario.com.br', nomeFantasia: 'Marta' }],
  });
  await deliverChanges(server);
}

/** Numbers the changes and makes their deliveries, which nobody sends. */
export async function deliverChanges({ deps }: TestServer) {
  await numberChanges(deps.db);
  await fanOut({ ...deps, log: { warn: () => {} } });
}

/** A person with all rights but the one to see personal data. */
export async function whoSeesNone({ deps: { db } }: TestServer): Promise<number> {
  const grants = grantsOf(DEFAULT_GRANTS.ADMIN.filter((name) => name !== 'DADOS_PESSOAIS'));
  const [role] = await db
    .insert(t.roles)
    .values({ key: 'MASCARADO', name: 'Sem dados pessoais', grants })
    .returning();
  const [person] = await db
    .insert(t.people)
    .values({
      cpf: '98765432100',
      name: 'Mascarada',
      email: 'mascarada@exemplo.com.br',
      type: 'ADMIN',
      roleId: role?.id ?? 0,
      passwordHash: '',
    })
    .returning();
  return person?.id ?? 0;
}
