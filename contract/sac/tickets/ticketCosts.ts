import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { type CatalogRow, catalogOf, isValueOf } from '../../catalogs/catalog.ts';
import { Decimal, Done, defineRoutes, Id, Instant, Nullable, Strict, Text } from '../../route.ts';
import { compareDecimals, decimalPlaces, isPositive, parseDecimal } from '../../rules/decimal.ts';
import type { Problem } from '../../rules/problem.ts';
import { NamedOption } from '../lookups.ts';

type CostKind =
  | 'FRETE_DEVOLUCAO'
  | 'FRETE_REENVIO'
  | 'AVARIA'
  | 'EXTRAVIO'
  | 'DESCARTE'
  | 'RESSARCIMENTO'
  | 'OUTRO';

/** The kinds of cost of a ticket. */
export const costKind = catalogOf<CatalogRow<CostKind>>('tipoCusto')([
  { value: 'FRETE_DEVOLUCAO', label: 'Frete da devolução', color: 'informacao', icon: 'AssignmentReturn' },
  { value: 'FRETE_REENVIO', label: 'Frete do reenvio', color: 'informacao', icon: 'LocalShipping' },
  { value: 'AVARIA', label: 'Avaria no transporte', color: 'perigo', icon: 'ReportProblem' },
  { value: 'EXTRAVIO', label: 'Extravio', color: 'perigo', icon: 'RemoveShoppingCart' },
  { value: 'DESCARTE', label: 'Descarte', color: 'secundaria', icon: 'Inventory2' },
  { value: 'RESSARCIMENTO', label: 'Ressarcimento ao cliente', color: 'aviso', icon: 'Paid' },
  { value: 'OUTRO', label: 'Outro custo', color: 'secundaria', icon: 'RequestQuote' },
]);

export const CostPayer = Type.Union(
  [
    Type.Literal('TRANSPORTADORA', { title: 'Transportadora' }),
    Type.Literal('REPRESENTANTE', { title: 'Representante' }),
    Type.Literal('EMPRESA', { title: 'A empresa' }),
  ],
  { title: 'Quem paga' },
);

export const TicketCost = Type.Object(
  {
    id: Id('Custo'),
    /** Row of `costKind`. */
    tipo: Type.String({ title: 'Tipo' }),
    descricao: Type.String({ title: 'Descrição' }),
    valor: Decimal('Valor'),
    responsavel: Type.Object({
      tipo: CostPayer,
      id: Nullable(Id('Responsável')),
      nome: Type.String({ title: 'Nome' }),
      /** Empty if there is nobody to write to. */
      email: Type.String({ title: 'E-mail' }),
    }),
    criador: NamedOption,
    datahora_criacao: Instant('Incluído em'),
    datahora_email: Nullable(Instant('Cobrança enviada em')),
  },
  { title: 'Custo do ticket' },
);
export type TicketCost = Static<typeof TicketCost>;

export const CostInput = Strict(
  {
    tipo: Text('Tipo do custo', 40),
    /** Exact decimal with a point; the rule explains what is wrong with '1,5' (`costProblems`). */
    valor: Text('Valor', 20),
    responsavel: CostPayer,
    responsavel_id: Type.Optional(Nullable(Id('Responsável'))),
    descricao: Type.Optional(Text('Descrição', 250)),
  },
  { title: 'Novo custo' },
);
export type CostInput = Static<typeof CostInput>;

const ofTicket = Strict({ idTicket: Id('Ticket') });

/** The costs of a ticket, and who is asked to pay them. Never visible to end consumers. */
export const ticketCostRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/custos-disponiveis',
    summary: 'Custos de um ticket',
    permission: 'TICKETS_CUSTOS',
    params: ofTicket,
    response: Type.Array(TicketCost),
  },
  create: {
    method: 'POST',
    path: '/sac/tickets/{idTicket}/custos',
    summary: 'Incluir um custo em um ticket',
    permission: 'TICKETS_CUSTOS',
    params: ofTicket,
    body: CostInput,
    idempotent: true,
    response: Done,
  },
  remove: {
    method: 'DELETE',
    path: '/sac/tickets/{idTicket}/custos/{idCusto}',
    summary: 'Remover um custo de um ticket',
    permission: 'TICKETS_CUSTOS',
    params: Strict({ idTicket: Id('Ticket'), idCusto: Id('Custo') }),
    response: Done,
  },
  /** `reenviar`: the person is aware that it was sent before. */
  sendEmail: {
    method: 'POST',
    path: '/sac/tickets/custos/dispara-email/{idCusto}',
    summary: 'Cobrar um custo por e-mail de quem o paga',
    permission: 'TICKETS_CUSTOS',
    params: Strict({ idCusto: Id('Custo') }),
    body: Strict({ reenviar: Type.Optional(Type.Boolean({ title: 'Enviar de novo' })) }),
    idempotent: true,
    response: Done,
  },
});

/** A larger amount is a typing error. */
const MAX_AMOUNT = '9999999.99';

/** What is wrong with a new cost. Whether its payer exists is checked in the database. */
export function costProblems({
  tipo,
  descricao = '',
  valor,
  responsavel,
  responsavel_id,
}: CostInput): Problem[] {
  const problems: Problem[] = [];
  const wrong = (field: keyof CostInput, message: string) => problems.push({ field, message });
  if (!isValueOf(costKind, tipo)) wrong('tipo', 'Escolha o tipo do custo.');
  else if (tipo === 'OUTRO' && !descricao.trim()) wrong('descricao', 'Descreva o custo.');
  const amount = parseDecimal(valor);
  if (amount === null) wrong('valor', 'Informe o valor em reais, como 1.234,56.');
  else if (!isPositive(amount)) wrong('valor', 'O valor deve ser maior que zero.');
  else if (decimalPlaces(amount) > 2) wrong('valor', 'O valor tem no máximo duas casas decimais.');
  else if (compareDecimals(amount, MAX_AMOUNT) > 0)
    wrong('valor', 'O valor passa do máximo de R$ 9.999.999,99.');
  if (responsavel !== 'EMPRESA' && !responsavel_id) wrong('responsavel_id', 'Escolha quem paga o custo.');
  return problems;
}
