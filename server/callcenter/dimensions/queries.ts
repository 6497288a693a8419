import { and, asc, eq, inArray } from 'drizzle-orm';
import type { CustomerDimension, Segment } from '#contract/callcenter/customers/dimensions.ts';
import type { Executor } from '../../db/client.ts';
import { customerDimensions, dimensionOptions, dimensions, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';

const MAX_DIMENSIONS = 500;

export async function segments(db: Executor): Promise<Segment[]> {
  const [names, options] = await Promise.all([
    db
      .select({ id: dimensions.id, desc: dimensions.name })
      .from(dimensions)
      .where(eq(dimensions.active, true))
      .orderBy(asc(dimensions.name)),
    db
      .select()
      .from(dimensionOptions)
      .where(eq(dimensionOptions.active, true))
      .orderBy(asc(dimensionOptions.description)),
  ]);
  return names.map(({ id, desc }) => ({
    id,
    desc,
    opcoes: options
      .filter(({ dimensionId }) => dimensionId === id)
      .map((option) => ({ id: option.id, desc: option.description })),
  }));
}

const selectLines = (db: Executor) =>
  db
    .select({ line: customerDimensions, segment: dimensions.name, author: people.name })
    .from(customerDimensions)
    .innerJoin(dimensions, eq(dimensions.id, customerDimensions.dimensionId))
    .innerJoin(people, eq(people.id, customerDimensions.personId));

/** A customer's lines, limited to these segments if any are given. */
export async function dimensionsOf(
  db: Executor,
  idCli: number,
  named: readonly number[],
): Promise<CustomerDimension[]> {
  const rows = await selectLines(db)
    .where(
      and(
        eq(customerDimensions.customerId, idCli),
        named.length > 0 ? inArray(customerDimensions.dimensionId, [...named]) : undefined,
      ),
    )
    .orderBy(asc(dimensions.name), asc(customerDimensions.id))
    .limit(MAX_DIMENSIONS);
  return rows.map(lineView);
}

export async function oneDimension({ db }: { db: Executor }, id: number): Promise<CustomerDimension> {
  const [row] = await selectLines(db).where(eq(customerDimensions.id, id));
  if (!row) throw notFound();
  return lineView(row);
}

const lineView = ({
  line,
  segment,
  author,
}: Awaited<ReturnType<typeof selectLines>>[number]): CustomerDimension => ({
  id: line.id,
  dimensao: segment,
  idDimensao: line.dimensionId,
  dimensao_id: line.optionId,
  descricao: line.description,
  observacao: line.note,
  cliente_id: line.customerId,
  colaborador: { nome: author },
  versao: line.version,
});
