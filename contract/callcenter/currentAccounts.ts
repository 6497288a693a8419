import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary } from '../config/platform.ts';
import {
  Day,
  Decimal,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  onlyIds,
  Page,
  Strict,
  Text,
} from '../route.ts';
import { SHEET_FORMATS } from '../rules/files.ts';
import { NamedOption } from '../sac/lookups.ts';

/** Rows per page (document 002 section 9). */
export const ACCOUNT_PAGE = 15;
/** Maximum number of entries in a statement; a longer period is reported as cut off. */
export const STATEMENT_ENTRIES = 1000;

export const Account = Type.Object(
  {
    id: Id('Colaborador'),
    nome: Type.String({ title: 'Nome' }),
    tipo: Type.String({ title: 'Tipo' }),
    saldo: Decimal('Saldo'),
    ultimoLancamento: Nullable(Instant('Último lançamento')),
  },
  { title: 'Conta corrente' },
);
export type Account = Static<typeof Account>;

export const AccountEntry = Type.Object(
  {
    id: Id('Lançamento'),
    dtHora: Instant('Data'),
    tipo: Type.String({ title: 'Tipo', description: 'CREDITO, DEBITO, TRANSFERENCIA ou PEDIDO' }),
    descricao: Type.String({ title: 'Descrição' }),
    /** Incoming amounts are positive. */
    valor: Decimal('Valor'),
    saldo: Decimal('Saldo'),
    idPedido: Nullable(Id('Pedido')),
    cliente: Nullable(NamedOption),
    outroColaborador: Nullable(NamedOption),
    autor: Nullable(NamedOption),
  },
  { title: 'Lançamento' },
);
export type AccountEntry = Static<typeof AccountEntry>;

export const Statement = Type.Object(
  {
    colaborador: NamedOption,
    data_inicio: Day('De'),
    data_fim: Day('Até'),
    saldoInicial: Decimal('Saldo anterior'),
    creditos: Decimal('Entradas'),
    debitos: Decimal('Saídas'),
    saldoFinal: Decimal('Saldo no fim do período'),
    saldoAtual: Decimal('Saldo atual'),
    /** Whether this person may transfer from the account and the branch uses current accounts. */
    podeTransferir: Type.Boolean({ title: 'Pode transferir' }),
    /** Whether there are more entries than `itens` contains. */
    cortado: Type.Boolean({ title: 'Cortado' }),
    /** Oldest first. */
    itens: Type.Array(AccountEntry, { title: 'Lançamentos' }),
  },
  { title: 'Extrato' },
);
export type Statement = Static<typeof Statement>;

const params = Strict({ idColaborador: Id('Colaborador') });
/** Defaults to the last 30 days. */
const period = { data_inicio: Type.Optional(Day('De')), data_fim: Type.Optional(Day('Até')) };
const read = { method: 'GET', permission: 'CONTA_CORRENTE' } as const;

export const currentAccountRoutes = defineRoutes({
  /** Everyone's accounts with CONTA_CORRENTE_TODAS, otherwise only the person's own. */
  list: {
    ...read,
    path: '/callcenter/conta-corrente',
    summary: 'Contas correntes dos colaboradores',
    query: Strict({
      ...onlyIds('Conta'),
      q: Type.Optional(Text('Nome', 100)),
      page: Type.Optional(Type.Integer({ title: 'Página', minimum: 1, maximum: 1000, default: 1 })),
      take: Type.Optional(
        Type.Integer({ title: 'Por página', minimum: 1, maximum: 100, default: ACCOUNT_PAGE }),
      ),
      orderBy: Type.Optional(Type.Literal('nome', { title: 'Ordem' })),
      direction: Type.Optional(Type.Union([Type.Literal('ASC'), Type.Literal('DESC')], { title: 'Direção' })),
    }),
    response: Page(Account),
  },
  statement: {
    ...read,
    path: '/callcenter/conta-corrente/{idColaborador}/extrato',
    summary: 'Extrato da conta corrente de um colaborador',
    params,
    query: Strict(period),
    response: One(Statement),
  },
  exportStatement: {
    ...read,
    path: '/callcenter/conta-corrente/{idColaborador}/extrato/exportar',
    summary: 'Exportar o extrato da conta corrente',
    params,
    query: Strict({
      ...period,
      formato: Type.Optional(
        Type.Union(
          SHEET_FORMATS.map((format) => Type.Literal(format)),
          { title: 'Formato', default: 'xlsx' },
        ),
      ),
    }),
    file: true,
    response: Binary,
  },
  /** From any account with CONTA_CORRENTE_TODAS, otherwise only from the person's own. */
  transfer: {
    method: 'POST',
    path: '/callcenter/conta-corrente/transferir-saldo-colaborador',
    summary: 'Transferir saldo entre colaboradores',
    permission: 'CONTA_CORRENTE_TRANSFERIR',
    body: Strict({
      idOrigem: Id('De'),
      idDestino: Id('Para'),
      valor: Type.Union([Text('Valor', 20), Type.Number()], { title: 'Valor' }),
      obs: Type.Optional(Text('Observação', 200)),
    }),
    idempotent: true,
    response: Done,
  },
  /** The people to whom a balance can be sent, with their balances where the caller may see them. */
  balances: {
    ...read,
    path: '/callcenter/operadores/saldo-conta-corrente',
    summary: 'Saldo de conta corrente dos operadores',
    response: Type.Array(
      Type.Object({
        id: Id('Colaborador'),
        nome: Type.String({ title: 'Nome' }),
        saldo: Nullable(Decimal('Saldo')),
      }),
    ),
  },
});
