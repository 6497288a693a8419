import { aliasedTable, eq, type SQL, sql } from 'drizzle-orm';
import type { Webhook, WebhookDelivery } from '#contract/config/webhooks.ts';
import { allows, type Permission } from '#contract/permissions.ts';
import type { Change } from '#contract/records/routes/feed.ts';
import { seesAllOf } from '#contract/rules/access.ts';
import type { Context, Reading, User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { branches, people, serviceKeys, webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { forbidden, notFound, Refusal } from '../errors.ts';
import { maskedChanges } from '../feed/read.ts';
import { seesPersonal } from '../session/personalData.ts';
import { everyPermissionOf, verbsOf } from '../session/serviceKey.ts';

/** The type that a delivery is about; a test has none. The webhook may cover other types by now. */
export const deliveredType = sql<string>`split_part(${webhookDeliveries.event}, '.', 1)`;

export const typesOf = (event: string, types: readonly string[]): string[] => [
  ...new Set([...types, ...(event.includes('.') ? [event.split('.')[0] ?? ''] : [])]),
];

interface PageOf {
  order?: SQL[];
  first?: number;
  size?: number;
}

const author = aliasedTable(people, 'author');

export async function selectWebhooks(
  { db, now }: Reading<'db' | 'now'>,
  where?: SQL,
  { order = [], first = 0, size = 1 }: PageOf = {},
): Promise<Webhook[]> {
  const rows = await db
    .select({
      webhook: webhooks,
      author: author.name,
      key: serviceKeys.name,
      pending: sql<number>`(select count(*)::integer from ${webhookDeliveries}
        where ${webhookDeliveries.webhookId} = ${webhooks}.id and ${webhookDeliveries.state} = 'PENDENTE')`,
      last: sql<string | null>`(select ${webhookDeliveries.lastAttemptAt} from ${webhookDeliveries}
        where ${webhookDeliveries.webhookId} = ${webhooks}.id and ${webhookDeliveries.state} = 'ENTREGUE'
        order by ${webhookDeliveries.id} desc limit 1)`,
      branches: sql<{ id: number; nome: string }[]>`coalesce((select json_agg(json_build_object(
          'id', ${branches.id}, 'nome', ${branches.tradeName}) order by ${branches.id})
        from ${branches} where ${webhooks}.branch_ids @> to_jsonb(${branches.id})), '[]')`,
    })
    .from(webhooks)
    .innerJoin(author, eq(author.id, webhooks.createdById))
    .leftJoin(serviceKeys, eq(serviceKeys.id, webhooks.withoutKeyId))
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(first);
  return rows.map(({ webhook, author: autor, key, pending, last, branches: filiais }) => ({
    id: webhook.id,
    nome: webhook.name,
    url: webhook.url,
    tipos: webhook.types as Webhook['tipos'],
    filiais,
    dadosPessoais: webhook.personalData,
    semChave: webhook.withoutKeyId === null ? null : { id: webhook.withoutKeyId, nome: key ?? '' },
    ativo: webhook.active,
    motivo: webhook.offReason,
    falhandoDesde: webhook.failingSince?.toISOString() ?? null,
    pendentes: pending,
    ultimaEntrega: last === null ? null : new Date(last).toISOString(),
    anteriorAte:
      webhook.previousUntil && webhook.previousUntil > now() ? webhook.previousUntil.toISOString() : null,
    criado: webhook.createdAt.toISOString(),
    autor,
    versao: webhook.version,
  }));
}

export async function oneWebhook(ctx: Reading<'db' | 'now'>, id: number): Promise<Webhook> {
  const [found] = await selectWebhooks(ctx, eq(webhooks.id, id));
  if (!found) throw notFound();
  return found;
}

/** The bodies that the person may not read are left out. */
export async function selectDeliveries(
  { db, user }: Pick<Context, 'db' | 'user'>,
  where?: SQL,
  { order = [], first = 0, size = 1 }: PageOf = {},
): Promise<WebhookDelivery[]> {
  const rows = await db
    .select({ delivery: webhookDeliveries, name: webhooks.name, types: webhooks.types })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(first);
  const closed = new Map<string, boolean>();
  const typesKey = ({ delivery, types }: (typeof rows)[number]) => typesOf(delivery.event, types).join();
  for (const row of rows) {
    const types = typesKey(row);
    if (!closed.has(types)) closed.set(types, (await lackingFor(db, user, types.split(','))) !== undefined);
  }
  const bodies = await shownBodies(
    db,
    user,
    rows.map(({ delivery }) => delivery),
  );
  return rows.map(({ delivery, name, types }) => ({
    id: delivery.id,
    webhook: { id: delivery.webhookId, nome: name },
    mensagem: delivery.messageId,
    evento: delivery.event,
    situacao: delivery.state,
    tentativas: delivery.attempts,
    proxima: delivery.state === 'PENDENTE' ? delivery.nextAttemptAt.toISOString() : null,
    ultima: delivery.lastAttemptAt?.toISOString() ?? null,
    status: delivery.lastStatus,
    resposta: delivery.lastAnswer,
    corpo: closed.get(typesKey({ delivery, name, types })) ? '' : (bodies.get(delivery.id) ?? ''),
    criado: delivery.createdAt.toISOString(),
  }));
}

/** What was sent, with the codes as the person may see them. */
async function shownBodies(
  db: Executor,
  user: User,
  deliveries: readonly (typeof webhookDeliveries.$inferSelect)[],
): Promise<ReadonlyMap<number, string>> {
  if (seesPersonal(user)) return new Map(deliveries.map(({ id, body }) => [id, body]));
  const sent = deliveries.map(({ id, body }) => ({ id, message: JSON.parse(body) as { data?: Change } }));
  // A test tells of no record.
  const told = sent.flatMap(({ message }) =>
    typeof message.data?.codigo === 'string' ? [{ message, change: message.data }] : [],
  );
  const masked = await maskedChanges(
    db,
    told.map(({ change }) => change),
  );
  for (const [index, { message, change }] of told.entries()) message.data = masked[index] ?? change;
  return new Map(sent.map(({ id, message }) => [id, JSON.stringify(message)]));
}

/** A webhook may cover every branch, so only users who see every branch can manage webhooks. */
export function requireEveryBranch({ user }: Pick<Context, 'user'>): void {
  if (!seesAllOf(user, { type: 'ADMIN', branchIds: [] }))
    throw new Refusal(403, 'SEM_PERMISSAO', 'Só quem vê todas as filiais cuida dos webhooks.');
}

/** A permission that the user lacks to read all of these types. */
async function lackingFor(
  db: Executor,
  { grants }: User,
  types: readonly string[],
): Promise<Permission | undefined> {
  const needed = await everyPermissionOf(
    db,
    await verbsOf(
      db,
      types.map((tipo) => ({ tipo, verbos: ['LER'] })),
    ),
  );
  return needed.find((permission) => !allows(grants, permission));
}

/** A user may not set an address up for types that they cannot read themselves, nor see what it was sent. */
export async function requireReading(
  db: Executor,
  { user }: Pick<Context, 'user'>,
  types: readonly string[],
): Promise<void> {
  const lacking = await lackingFor(db, user, types);
  if (lacking) throw forbidden(lacking);
}
