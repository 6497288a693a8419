import { and, eq, ne } from 'drizzle-orm';
import { CustomerDimension, dimensionRoutes } from '#contract/callcenter/customers/dimensions.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerDimensions, customers, dimensionOptions, dimensions } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { customerScope } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { requireCustomer } from '../contacts/queries.ts';
import { lockCustomer } from '../customerCore/commands.ts';
import { dimensionsOf, oneDimension, segments } from './queries.ts';

export const dimensionImplementation = implement(dimensionRoutes, {
  segments: (_, { db }) => segments(db),
  ofCustomer: async ({ params, query }, ctx) => {
    await requireCustomer(ctx, params.id);
    const named = (query.dimensao ?? '').split(',').filter(Boolean).map(Number);
    return dimensionsOf(ctx.db, params.id, named);
  },
  create: command(dimensionRoutes.create, createDimension),
  update: command(dimensionRoutes.update, updateDimension),
  remove: command(dimensionRoutes.remove, removeDimension),
});

const lineRow = rowOf(customerDimensions, {
  entity: 'customer_dimensions',
  name: 'esta informação',
  words: {
    customerId: ['cliente_id', 'cliente'],
    dimensionId: ['dimensao', 'segmento'],
    optionId: ['dimensao_id', 'opcao'],
    description: 'descricao',
    note: 'observacao',
  },
  leftOut: [
    // The audit entry itself names the author.
    'personId',
  ],
  read: { schema: CustomerDimension, of: oneDimension },
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
  const { id } = await lineRow.create(tx, ctx, {
    body,
    set: { ...columnsOf(chosen), customerId, note: noteOf(body), personId: ctx.user.id },
    parts: (line) => logLine(tx, ctx, line, `adicionada: ${chosen.segment}`),
  });
  return { data: { id, message: 'Informação adicionada com sucesso.' } };
}

async function updateDimension(
  tx: Tx,
  ctx: Context,
  { params, body }: Input<Update>,
): Promise<Output<Update>> {
  const before = await lockLine(tx, ctx, params.id);
  if (Number(body.cliente_id) !== before.customerId) throw notFound();
  await lineRow.requireVersion(tx, ctx, before, body.versao);
  const chosen = await chosenOf(tx, body, before);
  await refuseDuplicate(tx, before.customerId, chosen, before.id);
  const note = body.observacao === undefined ? undefined : noteOf(body);
  await lineRow.change(tx, ctx, before, {
    body,
    set: { ...columnsOf(chosen), note, personId: ctx.user.id },
    apart: ['cliente_id'],
    parts: (line) => logLine(tx, ctx, line, `alterada: ${chosen.segment}`),
  });
  return { data: { id: before.id, message: 'Informação atualizada com sucesso.' } };
}

async function removeDimension(tx: Tx, ctx: Context, { params }: Input<Remove>) {
  const line = await lockLine(tx, ctx, params.id);
  const [segment] = await tx.select().from(dimensions).where(eq(dimensions.id, line.dimensionId));
  await logLine(tx, ctx, line, `excluída: ${segment?.name ?? ''}`);
  await lineRow.remove(tx, ctx, line);
  return { data: { id: line.id, message: 'Informação excluída com sucesso.' } };
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
  return lineRow.lock(tx, ctx, { id });
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

async function logLine(tx: Tx, ctx: Context, { id, customerId, description }: Line, what: string) {
  const text = `Informação adicional ${what}, ${description}`;
  await logCustomer(tx, ctx, { customerId, type: 'CADASTRO', text, data: { informacao: id } });
}
