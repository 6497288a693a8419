import { totalSizeProblems } from '../../../../contract/rules/files.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import { allItemProblems } from '../../../../contract/rules/tickets/ticketItems.ts';
import type { ProductsInput } from '../../../../contract/sac/ticketItems.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { type AttachedFiles, attachedFiles, withTrueSizes } from '../change/attachedFiles.ts';
import { loadReferences, type References } from '../create/references.ts';
import { loadRequestedLines, type RequestedLines } from '../create/requestedLines.ts';
import type { ProductsGround } from './productsGround.ts';

export interface AddedLines {
  input: ReturnType<typeof withTrueSizes>;
  references: References;
  requested: RequestedLines;
  files: AttachedFiles;
  problems: Problem[];
}

/** What is to be added, judged by the rules of the creation, and against the lines that stay. */
export async function addedLines(
  tx: Tx,
  ctx: Context,
  { itens = [], itensAvulsos = [], removidos = [] }: ProductsInput,
  { known, lines }: ProductsGround,
): Promise<AddedLines> {
  const body = { itens, itensAvulsos };
  const references = await loadReferences(tx, body, known, ctx.user);
  const requested = await loadRequestedLines(tx, body, known);
  const files = await attachedFiles(tx, body, ctx.user);
  const input = withTrueSizes(body, files);
  const gone = new Set(removidos);
  const staying = lines.filter(({ id }) => !gone.has(id));
  const bound = new Set(staying.flatMap(({ item }) => item.invoiceItemId ?? []));
  const loose = new Set(staying.flatMap(({ item }) => (item.invoiceItemId === null ? item.productId : [])));
  const repeated = [
    ...itens.map((item) => requested.productOf(item)?.lines.some(({ id }) => bound.has(id)) ?? false),
    ...itensAvulsos.map(({ produto_id }) => loose.has(produto_id)),
  ].flatMap((stands, index): Problem[] => {
    const field = index < itens.length ? `itens.${index}` : `itensAvulsos.${index - itens.length}`;
    return stands
      ? [{ field: `${field}.produto_id`, message: 'Este produto já está no ticket. Altere a linha dele.' }]
      : [];
  });
  return {
    input,
    references,
    requested,
    files,
    problems: [
      ...repeated,
      ...strayLines(body, known.type.type),
      ...references.problems,
      ...requested.problems,
      ...files.problems,
      ...allItemProblems(input.itens ?? [], requested.contextOf),
      ...totalSizeProblems('itens', [...files.stored.values()], known.parameters.limiteArquivosBytes),
    ],
  };
}

/** A type that asks for no products takes none later either. */
function strayLines(
  { itens, itensAvulsos }: Required<Pick<ProductsInput, 'itens' | 'itensAvulsos'>>,
  type: ProductsGround['known']['type']['type'],
): Problem[] {
  const message = 'Este tipo de ticket não usa estes produtos.';
  return [
    ...(itens.length > 0 && !type?.usa_nota_produto ? [{ field: 'itens', message }] : []),
    ...(itensAvulsos.length > 0 && !type?.usa_produto ? [{ field: 'itensAvulsos', message }] : []),
  ];
}
