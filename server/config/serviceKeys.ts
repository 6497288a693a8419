import { randomUUID } from 'node:crypto';
import { aliasedTable, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  ALL_TYPES,
  CALL_SCOPE,
  MAIL_SCOPE,
  OTHER_SCOPES,
  ServiceKey,
  type ServiceKeyInput,
  serviceKeyRoutes,
} from '#contract/config/serviceKeys.ts';
import { allows } from '#contract/permissions.ts';
import { standardType } from '#contract/records/index.ts';
import { isFeedSubject } from '#contract/records/routes/feed.ts';
import { seesAllOf } from '#contract/rules/access.ts';
import type { Context, Reading } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { containing } from '../db/conditions.ts';
import { branches, type KeyScope, people, personBranches, serviceKeys } from '../db/tables/index.ts';
import { forbidden, invalid, notFound, Refusal, refused } from '../errors.ts';
import { implement } from '../implement.ts';
import { customType } from '../records/custom/queries.ts';
import { requirePersonal, seesPersonal } from '../session/personalData.ts';
import { roleFor } from '../session/roles.ts';
import { sealFor } from '../session/secrets.ts';
import { everyPermissionOf, isAddress, newSecret, verbsOf } from '../session/serviceKey.ts';
import { newWebhookSecret } from '../session/signedMessages.ts';
import { plainText } from '../text/plainText.ts';
import { rowOf } from '../writing/row.ts';
import { isSearch, simpleList, wrote } from './simpleRest.ts';

const keyRow = rowOf(serviceKeys, {
  entity: 'service_keys',
  name: 'esta chave',
  words: {
    name: 'nome',
    prefix: 'inicio',
    scopes: 'escopos',
    addresses: 'enderecos',
    personalData: 'dadosPessoais',
    expiresAt: 'validade',
    revokedAt: 'revogada',
    previousUntil: 'anteriorAte',
    signingSince: 'assinaDesde',
  },
  // The person and the author are in the entry itself, hashes are secret, and using a key is not a change.
  leftOut: [
    ...(['personId', 'createdById', 'secretHash', 'previousHash', 'signingSecret'] as const),
    ...(['lastUsedAt', 'lastUsedFrom'] as const),
  ],
  read: { schema: ServiceKey, of: oneKey },
});

/** Keys for other systems: managed here, used at `/dados/v1` and at `/email/entrada`. */
export const serviceKeyImplementation = implement(serviceKeyRoutes, {
  async list({ query }, ctx) {
    requireEveryBranch(ctx);
    return simpleList(ctx, query, {
      name: 'chaves',
      id: serviceKeys.id,
      sorts: { nome: sql`${serviceKeys.name} collate pt_br`, ultimoUso: serviceKeys.lastUsedAt },
      filters: {
        q: (value) =>
          isSearch(value)
            ? sql`fold_text(${serviceKeys.name} || ' ' || ${serviceKeys.prefix}) like ${containing(value)}`
            : undefined,
      },
      rows: (where, order, { first, size }) => selectKeys(ctx, where, { order, first, size }),
      count: (where) => ctx.db.$count(serviceKeys, where),
    });
  },
  async get({ params }, ctx) {
    requireEveryBranch(ctx);
    return oneKey(ctx, params.id);
  },
  // No `command`, like the other calls that answer a secret: it would keep the secret with the key of the call.
  async create({ body }, ctx) {
    requireEveryBranch(ctx);
    return ctx.db.transaction(async (tx) => {
      const values = await checked(tx, ctx, body);
      const { secret, hash, prefix } = newSecret();
      const personId = await technicalPerson(tx, values.name, body.filiais);
      const set = { ...values, personId, prefix, secretHash: hash, createdById: ctx.user.id };
      const { id } = await keyRow.create(tx, ctx, { body, set, apart: ['filiais'] });
      return withSecret(id, secret, 'Chave criada. Copie agora: ela não é mostrada de novo.');
    });
  },
  update: ({ params, body }, ctx) =>
    changed(ctx, params.id, body.versao, async (tx, before) => {
      // Whoever changes a key decides on all of its permissions, also those that stay.
      await requireGrants(ctx, tx, before);
      if (before.revokedAt) throw refused('CHAVE_REVOGADA', 'Esta chave foi revogada. Crie outra.');
      const set = await checked(tx, ctx, { dadosPessoais: before.personalData, ...body }, before);
      const facts = await changedPerson(tx, before, set.name, body.filiais);
      await keyRow.change(tx, ctx, before, { body, set, apart: ['filiais'], facts });
      return wrote(before.id, 'Chave alterada. Vale a partir da próxima chamada do outro sistema.');
    }),
  rotate: ({ params, body }, ctx) =>
    changed(ctx, params.id, body.versao, async (tx, before) => {
      // The user sees the new secret, so they need all of the key's permissions.
      await requireGrants(ctx, tx, before);
      if (before.revokedAt) throw refused('CHAVE_REVOGADA', 'Esta chave foi revogada. Crie outra.');
      const { secret, hash, prefix } = newSecret();
      const overlap = body.horas > 0;
      const set = {
        secretHash: hash,
        prefix,
        previousHash: overlap ? before.secretHash : null,
        previousUntil: overlap ? new Date(ctx.now().getTime() + body.horas * 60 * 60 * 1000) : null,
      };
      await keyRow.change(tx, ctx, before, { action: 'TROCAR', body, set, apart: ['horas'] });
      return withSecret(before.id, secret, 'Chave trocada. Copie agora: ela não é mostrada de novo.');
    }),
  sign: ({ params, body }, ctx) =>
    changed(ctx, params.id, body.versao, async (tx, before) => {
      await requireGrants(ctx, tx, before);
      if (before.revokedAt) throw refused('CHAVE_REVOGADA', 'Esta chave foi revogada. Crie outra.');
      if (!before.scopes.some(({ tipo }) => tipo === CALL_SCOPE.tipo))
        throw refused('CHAVE_NAO_ASSINA', 'Só uma chave que avisa quem está ligando assina os avisos.');
      const secret = newWebhookSecret();
      const signingSecret = await sealFor(tx, before.personId, secret);
      const set = { signingSecret, signingSince: ctx.now() };
      await keyRow.change(tx, ctx, before, { action: 'TROCAR', body, set });
      return withSecret(before.id, secret, 'Segredo criado. Copie agora: ele não é mostrado de novo.');
    }),
  revoke: ({ params, body }, ctx) =>
    changed(ctx, params.id, body.versao, async (tx, before) => {
      const set = { revokedAt: ctx.now(), previousHash: null, previousUntil: null };
      if (!before.revokedAt) await keyRow.change(tx, ctx, before, { action: 'REVOGAR', body, set });
      return wrote(before.id, 'Chave revogada.');
    }),
});

type KeyRow = typeof serviceKeys.$inferSelect;

/** One of the three calls answers a secret, which no `command` may keep; one way serves all. */
async function changed<A>(
  ctx: Context,
  id: number,
  versao: number,
  work: (tx: Tx, before: KeyRow) => Promise<A>,
): Promise<A> {
  requireEveryBranch(ctx);
  return ctx.db.transaction(async (tx) => work(tx, await keyRow.lock(tx, ctx, { id, versao })));
}

/** A key may see every branch, so only users who see every branch manage keys. */
function requireEveryBranch({ user }: Context) {
  if (!seesAllOf(user, { type: 'ADMIN', branchIds: [] }))
    throw new Refusal(403, 'SEM_PERMISSAO', 'Só quem vê todas as filiais cuida das chaves de integração.');
}

/** A user cannot give a key permissions that they lack. */
async function requireGrants(
  { user }: Context,
  db: Executor,
  { scopes, personalData }: { scopes: readonly KeyScope[]; personalData: boolean },
) {
  if (personalData) requirePersonal(user);
  const mails = scopes.some(({ tipo }) => tipo === MAIL_SCOPE.tipo);
  if (mails && !allows(user.grants, 'TICKETS_EMAILS')) throw forbidden('TICKETS_EMAILS');
  const needed = await everyPermissionOf(db, await verbsOf(db, scopes));
  const closed = needed.find((permission) => !allows(user.grants, permission));
  if (closed) throw forbidden(closed);
}

/** `before`: the key that is changed, whose end may have passed. */
async function checked(tx: Tx, ctx: Context, body: ServiceKeyInput, before?: KeyRow) {
  const name = plainText(body.nome).trim();
  if (new Set(body.escopos.map(({ tipo }) => tipo)).size < body.escopos.length)
    throw invalid({ escopos: 'Diga cada cadastro uma vez.' });
  const read = body.escopos.find(
    ({ tipo, verbos }) => isFeedSubject(tipo) && verbos.some((verb) => verb !== 'LER'),
  );
  if (read) throw invalid({ escopos: `Em "${read.tipo}" uma chave só lê: é o console que escreve.` });
  const mails = body.escopos.find(({ tipo }) => tipo === MAIL_SCOPE.tipo);
  if (mails?.verbos.some((verb) => verb !== MAIL_SCOPE.verbo))
    throw invalid({ escopos: 'Com e-mails recebidos uma chave só faz uma coisa: entregá-los (GRAVAR).' });
  const calls = body.escopos.find(({ tipo }) => tipo === CALL_SCOPE.tipo);
  if (calls && (body.escopos.length > 1 || calls.verbos.some((verb) => verb !== CALL_SCOPE.verbo)))
    throw invalid({
      escopos: 'Uma chave que avisa quem está ligando não faz mais nada: crie outra para o resto.',
    });
  if (mails && body.filiais.length > 0)
    throw invalid({
      filiais: 'Um e-mail pode responder a um ticket de qualquer filial: deixe esta chave sem filiais.',
    });
  await requireKnownTypes(tx, body.escopos, before?.scopes ?? []);
  const personalData = body.dadosPessoais ?? seesPersonal(ctx.user);
  await requireGrants(ctx, tx, { scopes: body.escopos, personalData });
  const wrong = body.enderecos.find((address) => !isAddress(address));
  if (wrong !== undefined)
    throw invalid({ enderecos: `"${wrong}" não é um endereço IP nem uma rede (10.0.0.0/24).` });
  const stays = before?.expiresAt?.toISOString() === body.validade;
  if (body.validade && !stays && new Date(body.validade) <= ctx.now())
    throw invalid({ validade: 'Escolha um dia que ainda virá.' });
  await requireBranches(tx, body.filiais);
  return {
    name,
    scopes: body.escopos.map(({ tipo, verbos }) => ({ tipo, verbos: [...verbos] })),
    addresses: [...body.enderecos],
    personalData,
    expiresAt: body.validade ? new Date(body.validade) : null,
  };
}

/** A type that is gone grants nothing; where it stands it may stay. */
async function requireKnownTypes(tx: Tx, scopes: readonly KeyScope[], stored: readonly KeyScope[]) {
  for (const { tipo } of scopes) {
    const isKnown =
      OTHER_SCOPES.some((other) => other.tipo === tipo) ||
      tipo === ALL_TYPES ||
      isFeedSubject(tipo) ||
      standardType(tipo) ||
      stored.some((one) => one.tipo === tipo) ||
      (await customType(tx, tipo));
    if (!isKnown) throw invalid({ escopos: `Não há um cadastro "${tipo}".` });
  }
}

async function requireBranches(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return;
  const found = await tx.$count(branches, inArray(branches.id, [...ids]));
  if (found < ids.length) throw invalid({ filiais: 'Esta filial não existe.' });
}

/**
 * Creates the person named as author of the key's rows. It is inactive, so nobody signs in as it and no list of people
 * includes it.
 */
async function technicalPerson(tx: Tx, name: string, branchIds: readonly number[]) {
  const type = branchIds.length > 0 ? 'OPERADOR' : 'ADMIN';
  const roleId = await roleFor(tx, type);
  const [person] = await tx
    .insert(people)
    .values({
      cpf: `chave:${randomUUID()}`,
      name,
      email: '',
      type,
      // A standard role, which cannot be deleted; the key's scopes determine what it may do.
      roleId,
      passwordHash: 'nenhuma',
      active: false,
    })
    .returning({ id: people.id });
  if (!person) throw new Error('the person of the key was not written');
  if (branchIds.length > 0)
    await tx.insert(personBranches).values(branchIds.map((branchId) => ({ personId: person.id, branchId })));
  return person.id;
}

/** Gives the key's person its new name and branches; returns the branches for the audit entry if they changed. */
async function changedPerson(tx: Tx, { personId }: KeyRow, name: string, branchIds: readonly number[]) {
  const stored = await tx
    .select({ id: personBranches.branchId })
    .from(personBranches)
    .where(eq(personBranches.personId, personId));
  const before = stored.map(({ id }) => id).sort((a, b) => a - b);
  const after = [...branchIds].sort((a, b) => a - b);
  const type = after.length > 0 ? 'OPERADOR' : 'ADMIN';
  await tx
    .update(people)
    .set({ name, type, roleId: await roleFor(tx, type) })
    .where(eq(people.id, personId));
  if (before.join() === after.join()) return {};
  await tx.delete(personBranches).where(eq(personBranches.personId, personId));
  if (after.length > 0)
    await tx.insert(personBranches).values(after.map((branchId) => ({ personId, branchId })));
  return { before: { filiais: before }, after: { filiais: after } };
}

const withSecret = (id: number, chave: string, message: string) => ({ id, data: { id, message, chave } });

async function oneKey(ctx: Reading<'db' | 'now'>, id: number): Promise<ServiceKey> {
  const [key] = await selectKeys(ctx, eq(serviceKeys.id, id));
  if (!key) throw notFound();
  return key;
}

const author = aliasedTable(people, 'author');

async function selectKeys(
  { db, now }: { db: Executor; now: () => Date },
  where?: SQL,
  { order = [], first = 0, size = 1 }: { order?: SQL[]; first?: number; size?: number } = {},
): Promise<ServiceKey[]> {
  const rows = await db
    .select({
      key: serviceKeys,
      author: author.name,
      branches: sql<{ id: number; nome: string }[]>`coalesce((select json_agg(json_build_object(
          'id', ${branches.id}, 'nome', ${branches.tradeName}) order by ${branches.id})
        from ${personBranches} join ${branches} on ${branches.id} = ${personBranches.branchId}
        where ${personBranches.personId} = ${serviceKeys}.person_id), '[]')`,
    })
    .from(serviceKeys)
    .innerJoin(author, eq(author.id, serviceKeys.createdById))
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(first);
  return rows.map(({ key, author: autor, branches: filiais }) => ({
    id: key.id,
    nome: key.name,
    inicio: key.prefix,
    escopos: key.scopes as ServiceKey['escopos'],
    filiais,
    enderecos: key.addresses,
    dadosPessoais: key.personalData,
    validade: key.expiresAt?.toISOString() ?? null,
    ultimoUso: key.lastUsedAt?.toISOString() ?? null,
    ultimoEndereco: key.lastUsedFrom,
    anteriorAte: key.previousUntil && key.previousUntil > now() ? key.previousUntil.toISOString() : null,
    assinaDesde: key.signingSince?.toISOString() ?? null,
    situacao: situationOf(key, now()),
    criado: key.createdAt.toISOString(),
    autor,
    versao: key.version,
  }));
}

const situationOf = ({ revokedAt, expiresAt }: KeyRow, now: Date): ServiceKey['situacao'] => {
  if (revokedAt) return 'REVOGADA';
  return expiresAt && expiresAt <= now ? 'VENCIDA' : 'ATIVA';
};
