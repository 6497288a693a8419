import type { TicketReasonsFile, TicketTypesFile } from '#contract/rules/tickets/ticketTypesFile.ts';
import type { reasons } from '../tables/index.ts';

type ReasonRow = typeof reasons.$inferInsert;
type Level = NonNullable<TicketTypesFile['tipos'][number]['motivos']>;

/** The rows of both files, parents before their children, with the ids from the files. */
export function reasonRows(types: TicketTypesFile, given: TicketReasonsFile): ReasonRow[] {
  const typeIds = new Map(types.tipos.map(({ chave, id }) => [chave, id]));
  return [
    ...types.tipos.flatMap(({ id, motivos }) => (motivos ? levelRows(motivos, id, null, 1) : [])),
    ...given.produto.map((reason, position) => ({
      ...flatRow('PRODUTO', reason, position),
      requiresPhoto: reason.anexo_obrigatorio ?? false,
    })),
    ...given.finalizacao.map((reason, position) => ({
      ...flatRow('FINALIZACAO', reason, position),
      typeId: reason.tipo === undefined ? null : (typeIds.get(reason.tipo) ?? null),
      flowKey: reason.fluxo ?? null,
      result: reason.resultado,
    })),
    ...given.analise.map((reason, position) => flatRow('ANALISE', reason, position)),
  ];
}

function levelRows({ itens }: Level, typeId: number, parentId: number | null, level: number): ReasonRow[] {
  return itens.flatMap((reason, position) => [
    {
      ...flatRow('ABERTURA', reason, position),
      typeId,
      parentId,
      level,
      childrenRequired: reason.subnivel?.obrigatorio ?? false,
    },
    ...(reason.subnivel ? levelRows(reason.subnivel, typeId, reason.id, level + 1) : []),
  ]);
}

interface Given {
  id: number;
  descricao: string;
  padrao?: boolean;
  informa?: boolean;
}

/** Every row has every key, so that a single INSERT can write them all. */
const flatRow = (
  kind: ReasonRow['kind'],
  { id, descricao, padrao = false, informa = false }: Given,
  position: number,
): ReasonRow => ({
  id,
  code: String(id),
  kind,
  typeId: null,
  flowKey: null,
  parentId: null,
  level: 1,
  description: descricao,
  isDefault: padrao,
  requiresNote: informa,
  requiresPhoto: false,
  childrenRequired: false,
  result: null,
  position,
});
