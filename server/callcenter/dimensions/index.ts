import { and, eq, ne, sql } from 'drizzle-orm';
import { dimensionRoutes } from '#contract/callcenter/customers/dimensions.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerDimensions, customers, dimensionOptions, dimensions } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { customerScope } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit, auditedRow } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { requireCustomer } from '../contacts/queries.ts';
import { lockCustomer } from '../customerCore/commands.ts';
import { dimensionsOf, segments } from './queries.ts';

export const dimensionImplementation = implement(dimensionRoutes, {
  segments: (_, { db }) => segments(db),
  ofCustomer: async ({ params, query }, ctx) => {
    await requireCustomer(ctx, params.id);
    const named = (query.dimensao ?? '').split(',').filter(Boolean).map(Number);
    return dimensionsOf(ctx.db, params.id, named);
  },
  create: command(dimensionRoutes.create, createDimension),
  update: command(dimensionRoutes.update, updateDimension),
  remove: removeDimension,
});

const auditedDimension = auditedRow(customerDimensions, {
  words: {
    customerId: 'cliente',
    dimensionId: 'segmento',
    optionId: 'opcao',
    description: 'descricao',
    note: 'observacao',
  },
  leftOut: [
    // The audit entry itself names the author.
    'personId',
  ],
});

type Create = typeof dimensionRoutes.create;
type Update = typeof dimensionRoutes.update;
type Remove = typeof dimensionRoutes.remove;
type Line = typeof customerDimensions.$inferSelect;

interface Chosen {
  segment: string;
  dimensionId: number;
  optionId: number | null;
  description: string;
}

async function createDimension(tx: Tx, ctx: Context, { body }: Input<Create>): Promise<Output<Create>> {
  const customerId = Number(body.cliente_id);
  await lockCustomer(tx, ctx, customerId);
  const chosen = await chosenOf(tx, body, null);
  await refuseDuplicate(tx, customerId, chosen, 0);
  const [line] = await tx
    .insert(customerDimensions)
    .values({
      customerId,
      ...columnsOf(chosen),
      note: noteOf(body),
      personId: ctx.user.id,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning();
  if (!line) throw new Error('no line was written');
  await logDimension(tx, ctx, {
    action: 'CRIAR',
    verb: 'adicionada',
    segment: chosen.segment,
    after: line,
  });
  return { data: { id: line.id, message: 'Informação adicionada com sucesso.' } };
}

async function updateDimension(
  tx: Tx,
  ctx: Context,
  { params, body }: Input<Update>,
): Promise<Output<Update>> {
  const before = await lockLine(tx, ctx, params.id);
  if (Number(body.cliente_id) !== before.customerId) throw notFound();
  await requireVersion(tx, body.versao, {
    entity: 'customer_dimensions',
    entityId: before.id,
    version: before.version,
    name: 'esta informação',
    state: async () => (await dimensionsOf(tx, before.customerId, [])).find(({ id }) => id === before.id),
  });
  const chosen = await chosenOf(tx, body, before);
  await refuseDuplicate(tx, before.customerId, chosen, before.id);
  const [line] = await tx
    .update(customerDimensions)
    .set({
      ...columnsOf(chosen),
      note: body.observacao === undefined ? before.note : noteOf(body),
      personId: ctx.user.id,
      updatedAt: ctx.now(),
      version: sql`${customerDimensions.version} + 1`,
    })
    .where(eq(customerDimensions.id, before.id))
    .returning();
  const after = line ?? before;
  await logDimension(tx, ctx, {
    action: 'ALTERAR',
    verb: 'alterada',
    segment: chosen.segment,
    before,
    after,
  });
  return { data: { id: before.id, message: 'Informação atualizada com sucesso.' } };
}

async function removeDimension({ params }: Input<Remove>, ctx: Context): Promise<Output<Remove>> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockLine(tx, ctx, params.id);
    await tx.delete(customerDimensions).where(eq(customerDimensions.id, before.id));
    const [segment] = await tx.select().from(dimensions).where(eq(dimensions.id, before.dimensionId));
    await logDimension(tx, ctx, {
      action: 'EXCLUIR',
      verb: 'excluída',
      segment: segment?.name ?? '',
      before,
    });
    return { data: { id: before.id, message: 'Informação excluída com sucesso.' } };
  });
}

/** A line of a customer within the user's scope, locked. The customer is locked first, as in every other write. */
async function lockLine(tx: Tx, ctx: Context, id: number): Promise<Line> {
  const [found] = await tx
    .select({ customerId: customerDimensions.customerId })
    .from(customerDimensions)
    .innerJoin(customers, eq(customers.id, customerDimensions.customerId))
    .where(and(eq(customerDimensions.id, id), customerScope(ctx.user)));
  if (!found) throw notFound();
  await lockCustomer(tx, ctx, found.customerId);
  const [line] = await tx
    .select()
    .from(customerDimensions)
    .where(eq(customerDimensions.id, id))
    .for('update');
  if (!line) throw notFound();
  return line;
}

const noteOf = ({ observacao }: { observacao?: string | null | undefined }) =>
  plainTexts(observacao ?? '').trim();

/** Current names of the segment and option; a line's own description takes precedence over that of its option. */
async function chosenOf(
  tx: Tx,
  body: Pick<Input<Update>['body'], 'dimensao' | 'dimensao_id' | 'descricao'>,
  before: Line | null,
): Promise<Chosen> {
  const dimensionId = Number(body.dimensao);
  const [segment] = await tx.select().from(dimensions).where(eq(dimensions.id, dimensionId));
  if (!segment || (!segment.active && before?.dimensionId !== dimensionId))
    throw invalid({ dimensao: 'Escolha um dos segmentos.' });
  const optionId = Number(body.dimensao_id) || null;
  const option = optionId === null ? null : await optionOf(tx, dimensionId, optionId, before);
  const written = plainTexts(body.descricao ?? '').trim();
  const same = before?.dimensionId === dimensionId && before.optionId === optionId;
  const description = written || (same ? before.description : (option?.description ?? ''));
  if (!description) throw invalid({ dimensao_id: 'Escolha uma descrição.' });
  return { segment: segment.name, dimensionId, optionId, description };
}

async function optionOf(tx: Tx, dimensionId: number, id: number, before: Line | null) {
  const [option] = await tx
    .select()
    .from(dimensionOptions)
    .where(and(eq(dimensionOptions.id, id), eq(dimensionOptions.dimensionId, dimensionId)));
  if (!option || (!option.active && before?.optionId !== id))
    throw invalid({ dimensao_id: 'Escolha uma das descrições do segmento.' });
  return option;
}

/** The same information may be recorded only once per customer. */
async function refuseDuplicate(tx: Tx, customerId: number, chosen: Chosen, own: number) {
  const [twin] = await tx
    .select({ id: customerDimensions.id })
    .from(customerDimensions)
    .where(
      and(
        eq(customerDimensions.customerId, customerId),
        eq(customerDimensions.dimensionId, chosen.dimensionId),
        eq(customerDimensions.description, chosen.description),
        ne(customerDimensions.id, own),
      ),
    )
    .limit(1);
  if (twin) throw invalid({ dimensao_id: 'Esta informação já foi adicionada ao cliente.' });
}

const columnsOf = ({ dimensionId, optionId, description }: Chosen) => ({
  dimensionId,
  optionId,
  description,
});

interface LoggedDimension {
  action: 'CRIAR' | 'ALTERAR' | 'EXCLUIR';
  verb: string;
  segment: string;
  before?: Line;
  after?: Line;
}

async function logDimension(tx: Tx, ctx: Context, { action, verb, segment, before, after }: LoggedDimension) {
  const line = after ?? before;
  if (!line) return;
  await logCustomer(tx, ctx, {
    customerId: line.customerId,
    type: 'CADASTRO',
    text: `Informação adicional ${verb}: ${segment}, ${line.description}`,
    data: { informacao: line.id },
  });
  await audit(tx, ctx, {
    action,
    entity: 'customer_dimensions',
    entityId: line.id,
    ...(before && { before: auditedDimension(before) }),
    ...(after && { after: auditedDimension(after) }),
  });
}
