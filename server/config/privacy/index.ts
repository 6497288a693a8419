import { desc, eq, sql } from 'drizzle-orm';
import { type Erasure, type Holder as HolderView, privacyRoutes } from '../../../contract/config/privacy.ts';
import type { Input } from '../../../contract/route.ts';
import { hiddenCpf } from '../../../contract/rules/documents.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { erasures, people } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { withIdempotency } from '../../idempotency.ts';
import { implement } from '../../implement.ts';
import { dossierOf, filesOf, zipOf } from './dossier.ts';
import { eraseHeld, lockHolder, nextPass, obstacles, onDay, toldGroups } from './erase.ts';
import { heldGroups } from './held.ts';
import { type Holder, holderOf, searchHolders } from './holder.ts';

type Params = Input<typeof privacyRoutes.get>['params'];

/** What the console holds of one person, as a file, and its erasure (LGPD arts. 16, 18 and 19). */
export const privacyImplementation = implement(privacyRoutes, {
  search: async ({ query }, { db }) => ({ itens: await searchHolders(db, query.termo) }),
  get: async ({ params }, ctx) => ({ data: await view(ctx, params) }),
  file,
  erase: ({ params, body }, ctx) =>
    withIdempotency(ctx, 'privacy.erase', { ...params, ...body }, async (tx) => ({
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
    grupos: await heldGroups(db, holder, onDay(now())),
    impede: await obstacles(db, holder),
    eliminacao: (await erasureOf(db, holder)) ?? null,
  };
}

async function file({ params: { tipo, id } }: { params: Params }, ctx: Context): Promise<FileAnswer> {
  const holder = await holderOf(ctx.db, tipo, id);
  const dossier = await dossierOf(ctx.db, holder, ctx.now());
  const sent = await filesOf(ctx.db, holder);
  await ctx.db.transaction((tx) => log(tx, ctx, 'BAIXAR_DADOS_PESSOAIS', holder, {}));
  return {
    content: zipOf(dossier, sent, ctx.files),
    name: `dados-de-${tipo.toLowerCase()}-${id}.zip`,
    mime: 'application/zip',
  };
}

async function erase(
  tx: Tx,
  ctx: Context,
  { tipo, id }: Params,
  { nome, motivo }: Input<typeof privacyRoutes.erase>['body'],
): Promise<Erasure> {
  const seen = await holderOf(tx, tipo, id);
  await lockHolder(tx, seen);
  // As it stands behind the lock: whoever was faster may have erased it already.
  const holder = await holderOf(tx, tipo, id);
  if (await erasureOf(tx, holder))
    throw refused('JA_ELIMINADO', 'Os dados desta pessoa já foram eliminados.');
  if (nome.trim().toLowerCase() !== holder.name.trim().toLowerCase())
    throw invalid({ nome: `Digite o nome como está: ${holder.name}.` });
  const [obstacle] = await obstacles(tx, holder);
  if (obstacle) throw refused('ELIMINACAO_IMPEDIDA', obstacle);
  const now = ctx.now();
  const groups = await eraseHeld(tx, holder, now);
  const { personIds, customerIds, contactIds } = holder;
  const nextOn = nextPass(groups, onDay(now).today);
  const [made] = await tx
    .insert(erasures)
    .values({
      at: now,
      personId: ctx.user.id,
      reason: motivo.trim(),
      holder: { personIds, customerIds, contactIds },
      groups,
      nextOn,
      completedAt: nextOn === null ? now : null,
    })
    .returning({ id: erasures.id });
  await log(tx, ctx, 'ELIMINAR_DADOS_PESSOAIS', holder, { eliminacao: made?.id, ...toldGroups(groups) });
  const [erasure] = await readErasures(tx, eq(erasures.id, made?.id ?? 0));
  if (!erasure) throw new Error('the erasure was not recorded');
  return erasure;
}

const ENTITIES = { PESSOA: 'people', CLIENTE: 'customers', CONTATO: 'customer_contacts' } as const;

/** One entry for each record: whoever reads the feed of changes is told of the customer too. */
async function log(
  tx: Tx,
  ctx: Context,
  action: string,
  { records }: Holder,
  after: Record<string, unknown>,
) {
  for (const { tipo, id } of records)
    await audit(tx, ctx, { action, entity: ENTITIES[tipo], entityId: id, after });
}

/** Found by the numbers: the person has no name any more. */
const erasureOf = async (db: Executor, { personIds, customerIds, contactIds }: Holder) => {
  const [found] = await readErasures(
    db,
    sql`(${holds('personIds', personIds)} or ${holds('customerIds', customerIds)} or ${holds('contactIds', contactIds)})`,
  );
  return found;
};

const holds = (key: string, ids: readonly number[]) =>
  sql`exists (select from jsonb_array_elements(${erasures.holder} -> ${key}::text) e
    where e.value::text::int = any(${sql.param([...ids])}::int[]))`;

const RECENT = 50;
const recentErasures = (db: Executor) => readErasures(db, sql`true`);

async function readErasures(db: Executor, where: ReturnType<typeof sql>): Promise<Erasure[]> {
  const rows = await db
    .select({ erasure: erasures, by: people.name })
    .from(erasures)
    .innerJoin(people, eq(people.id, erasures.personId))
    .where(where)
    .orderBy(desc(erasures.at), desc(erasures.id))
    .limit(RECENT);
  return rows.map(({ erasure: { id, at, reason, holder, groups, completedAt }, by }) => ({
    id,
    em: at.toISOString(),
    por: by,
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
