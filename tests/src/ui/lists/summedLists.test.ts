import { describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { choicesOf, formatOf } from '#contract/field.ts';
import { SUMMED_LISTS, type SummedColumns, type SummedList } from '#contract/summedLists.ts';
import { resources } from '#data/resources.ts';
import { agendaColumns } from '#src/resources/agendas/agendaTable.tsx';
import { customerColumns } from '#src/resources/customers/customerTable.tsx';
import { orderColumns } from '#src/resources/orders/shared/orderColumns.tsx';
import { pickupColumns } from '#src/resources/pickups/pickupTable.tsx';
import { ticketColumns } from '#src/resources/tickets/ticketTable.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';

/** Why a number in the rows of a list is not summed at its foot. */
const NOT_SUMMED: Readonly<Record<string, string>> = {
  versao: 'the number of a change',
  grupo: 'the number of a group of orders',
  juntadoAo: 'the number of another ticket',
  'negociacoes quantidade': 'of products in different units',
  'negociacoes precoTabela': 'prices of one unit each',
  'negociacoes precoSolicitado': 'prices of one unit each',
  'negociacoes precoAutorizado': 'prices of one unit each',
  'negociacoes percDesconto': 'of prices that do not add up',
  'negociacoes embalagem.fator_conversao': 'base units in a packaging',
  'contas-correntes saldo': 'balances of one page of people, which have no list of their own',
  'solicitacoes-troca totalItens':
    'calculated from the lines of each ticket by the rules, not by the database',
  'solicitacoes-troca valor': 'calculated from the lines of each ticket by the rules, not by the database',
};

/** The column of a number that is called otherwise in the row. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  'coletas totalTickets': 'tickets',
  'agendas pedido.vlTot': 'pedido',
};

const LIST_OF: Readonly<Record<string, SummedList>> = {
  'clientes-callcenter': 'clientes',
  'meus-pedidos': 'pedidos',
};

/** The numbers of a row, also those of the records in it, by their paths. */
function numbersIn(schema: TSchema, path = ''): string[] {
  const [only, other] = choicesOf(schema);
  if (only && !other) return numbersIn(only, path);
  if (schema.type === 'object')
    return Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([name, inner]) =>
      numbersIn(inner, path ? `${path}.${name}` : name),
    );
  const format = formatOf(schema);
  return format === 'integer' || format === 'decimal' ? [path] : [];
}

const listed = await Promise.all(
  Object.entries(resources).map(async ([name, given]) => {
    const routes = typeof given === 'function' ? await given() : given;
    return { name, routes };
  }),
);

describe('every list of the console', () => {
  it('sums each number of its rows, or says why not', () => {
    const missing = listed.flatMap(({ name, routes }) => {
      const item = (routes.list.response as TSchema).properties?.itens?.items as TSchema | undefined;
      if (!item) return [];
      const key = LIST_OF[name] ?? name;
      const summed: readonly string[] = routes.sums ? SUMMED_LISTS[key as SummedList].sums : [];
      return numbersIn(item)
        .map((path) => [path, COLUMN_OF[`${name} ${path}`] ?? path] as const)
        .filter(
          ([path, column]) =>
            !summed.includes(column) &&
            !NOT_SUMMED[path] &&
            !NOT_SUMMED[`${name} ${path}`] &&
            !isNoList(name),
        )
        .map(([path]) => `${name} ${path}`);
    });
    expect(missing).toEqual([]);
    expect(listed.filter(({ routes }) => routes.sums).length).toBe(8);
  });

  const COLUMNS: Readonly<Record<Exclude<SummedList, 'cadastros'>, readonly Column<never>[]>> = {
    tickets: ticketColumns,
    clientes: customerColumns,
    orcamentos: orderColumns,
    pedidos: orderColumns,
    coletas: pickupColumns,
    agendas: agendaColumns,
  };

  /** Columns by which a list is not grouped. */
  const NO_GROUP: Readonly<Record<string, string>> = {
    id: 'each row has its own',
    assunto: 'a text of its own in each row',
    descricao: 'a text of its own in each row',
    legendas: 'several at once, as of today',
    documento: 'identifies a customer',
    telefone: 'identifies a customer',
    email: 'identifies a customer',
    fant: 'identifies a customer',
    razSoc: 'identifies a customer',
    filiais: 'several at once',
    adiadoAte: 'stands beside the tickets, few of which are put off at a time',
  };

  it.each(Object.entries(COLUMNS))('%s groups by each of its columns, or says why not', (list, columns) => {
    const { sums, groups, dates }: SummedColumns = SUMMED_LISTS[list as SummedList];
    const ids = columns.map(({ id }) => id);
    expect(columns.filter(({ summed }) => summed).map(({ id }) => id)).toEqual(sums);
    expect([...groups, ...dates].filter((id) => !ids.includes(id))).toEqual([]);
    const left = ids.filter((id) => ![...sums, ...groups, ...dates].includes(id) && !NO_GROUP[id]);
    expect(left).toEqual([]);
  });
});

/** Resources that react-admin reads as a list, and no list of the console shows. */
const isNoList = (name: string) =>
  ['automacoes', 'campanhas', 'objetivos-operadores', 'avisos'].includes(name);
