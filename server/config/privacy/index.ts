import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { PERSONAL_DATA_VIEWED } from '#contract/catalogs/auditNames.ts';
import {
  type Erasure,
  type Holder as HolderView,
  type PersonalDataAccess,
  privacyRoutes,
} from '#contract/config/people/privacy.ts';
import type { Input } from '#contract/route.ts';
import { hiddenCpf } from '#contract/rules/documents.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { auditLog, customers, erasures, people, tickets } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { command } from '../../writing/command.ts';
import { eraseHolder } from './commands.ts';
import { dossierOf, filesOf, zipOf } from './dossier.ts';
import { lockHolder, obstacles, onDay } from './erase.ts';
import { personalGroups } from './held.ts';
import { type Holder, holderOf, searchHolders } from './holder.ts';
import { logHolder } from './publishErased.ts';

type Params = Input<typeof privacyRoutes.get>['params'];

/** The console's data about one person, as a file, and its erasure (LGPD arts. 16, 18 and 19). */
export const privacyImplementation = implement(privacyRoutes, {
  search: async ({ query }, { db }) => ({ itens: await searchHolders(db, query.termo) }),
  get: async ({ params }, ctx) => ({ data: await view(ctx, params) }),
  file,
  erase: command(privacyRoutes.erase, async (tx, ctx, { params, body }) => ({
    data: await erase(tx, ctx, params, body),
  })),
  erasures: async (_, { db }) => ({ itens: await recentErasures(db) }),
});

async function view({ db, now }: Pick<Context, 'db' | 'now'>, { tipo, id }: Params): Promise<HolderView> {
  const holder = await holderOf(db, tipo, id);
  return {
    nome: holder.name,
    documento: hiddenCpf(holder.cpf),
    registros: holder.records,
    grupos: await personalGroups(db, holder, onDay(now())),
    impede: await obstacles(db, holder),
    eliminacao: (await erasureOf(db, holder)) ?? null,
    consultas: await looksAt(db, holder),
  };
}

/** Who viewed the person's pages, newest first. */
async function looksAt(
  db: Executor,
  { customerIds, personIds, contactIds }: Holder,
): Promise<PersonalDataAccess[]> {
  const ofTickets = sql`select ${tickets.id}::text from ${tickets} where ${inArray(tickets.customerId, customerIds)}`;
  const named = (entity: string, ids: readonly number[]) =>
    and(eq(auditLog.entity, entity), inArray(auditLog.entityId, ids.map(String)));
  const rows = await db
    .select({
      at: auditLog.at,
      by: people.name,
      page: sql<string | null>`${auditLog.after} ->> 'pagina'`,
      ip: auditLog.ip,
    })
    .from(auditLog)
    .innerJoin(people, eq(people.id, auditLog.personId))
    .where(
      and(
        eq(auditLog.action, PERSONAL_DATA_VIEWED),
        or(
          named('customers', customerIds),
          named('people', personIds),
          named('customer_contacts', contactIds),
          and(eq(auditLog.entity, 'tickets'), sql`${auditLog.entityId} in (${ofTickets})`),
        ),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(RECENT);
  return rows.map(({ at, by, page, ip }) => ({ em: at.toISOString(), quem: by, pagina: page ?? '', ip }));
}

async function file({ params: { tipo, id } }: { params: Params }, ctx: Context): Promise<FileAnswer> {
  const holder = await holderOf(ctx.db, tipo, id);
  const dossier = await dossierOf(ctx.db, holder, ctx.now());
  const sent = await filesOf(ctx.db, holder);
  await ctx.db.transaction((tx) => logHolder(tx, ctx, 'BAIXAR_DADOS_PESSOAIS', holder.records, {}));
  return {
    content: zipOf(dossier, sent, ctx.files),
    name: `dados-de-${tipo.toLowerCase()}-${id}.zip`,
    mime: 'application/zip',
  };
}

async function erase(
  tx: Tx,
  ctx: Context,
  { tipo, id: record }: Params,
  { nome, motivo }: Input<typeof privacyRoutes.erase>['body'],
): Promise<Erasure> {
  const seen = await holderOf(tx, tipo, record);
  await lockHolder(tx, seen);
  // Read again behind the lock, since another request may have erased the person already.
  const holder = await holderOf(tx, tipo, record);
  if (await erasureOf(tx, holder))
    throw refused('JA_ELIMINADO', 'Os dados desta pessoa já foram eliminados.');
  if (nome.trim().toLowerCase() !== holder.name.trim().toLowerCase())
    throw invalid({ nome: `Digite o nome como está: ${holder.name}.` });
  const [obstacle] = await obstacles(tx, holder);
  if (obstacle) throw refused('ELIMINACAO_IMPEDIDA', obstacle.texto);
  const id = await eraseHolder(tx, ctx, holder, { personId: ctx.user.id, reason: motivo.trim() });
  const [erasure] = await readErasures(tx, eq(erasures.id, id));
  if (!erasure) throw new Error('the erasure was not recorded');
  return erasure;
}

/**
 * The latest erasure that covers all of this person's records, unless they were written to since: a person who returns may be
 * erased again. Found by ids, because the name is gone.
 */
async function erasureOf(db: Executor, holder: Holder): Promise<Erasure | undefined> {
  const [found] = await readErasures(
    db,
    sql`${covers('personIds', holder.personIds)} and ${covers('customerIds', holder.customerIds)}
      and ${covers('contactIds', holder.contactIds)}
      and not exists (select from ${people} where ${inArray(people.id, holder.personIds)} and ${people.updatedAt} > ${erasures.at})
      and not exists (select from ${customers} where ${inArray(customers.id, holder.customerIds)} and ${customers.updatedAt} > ${erasures.at})`,
  );
  return found;
}

const covers = (key: string, ids: readonly number[]) =>
  sql`${erasures.holder} -> ${key}::text @> ${JSON.stringify(ids)}::jsonb`;

const RECENT = 50;
/** Erasures that someone requested; those by a retention rule are shown with the rule. */
const recentErasures = (db: Executor) => readErasures(db, isNotNull(erasures.personId));

async function readErasures(db: Executor, where: SQL): Promise<Erasure[]> {
  const rows = await db
    .select({ erasure: erasures, by: people.name })
    .from(erasures)
    .leftJoin(people, eq(people.id, erasures.personId))
    .where(where)
    .orderBy(desc(erasures.at), desc(erasures.id))
    .limit(RECENT);
  return rows.map(({ erasure: { id, at, reason, holder, groups, completedAt }, by }) => ({
    id,
    em: at.toISOString(),
    por: by ?? 'Guarda de dados',
    motivo: reason,
    registros: [
      ...holder.customerIds.map((one) => `cliente ${one}`),
      ...holder.personIds.map((one) => `conta ${one}`),
      ...holder.contactIds.map((one) => `contato ${one}`),
    ].join(', '),
    grupos: groups,
    ate:
      groups
        .flatMap(({ ate }) => ate ?? [])
        .sort()
        .at(-1) ?? null,
    concluida: completedAt?.toISOString() ?? null,
  }));
}
