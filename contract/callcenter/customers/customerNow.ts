import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, Id, Instant, Nullable, Personal } from '../../route.ts';
import { CustomerGroup } from './customerGroups.ts';

const text = (title: string) => Type.String({ title });
const count = (title: string) => Type.Integer({ title });

/** A product that the customer bought regularly, and not in its last two rhythms. */
const StoppedProduct = Type.Object(
  {
    idProd: Id('Produto'),
    codigo: text('Código'),
    produto: text('Produto'),
    /** Days from one purchase of it to the next. */
    ritmo: count('Comprava a cada'),
    ultima: Day('Última compra'),
  },
  { title: 'Deixou de comprar' },
);

const Purchases = Type.Object(
  {
    /** The order that 'Repetir último pedido' repeats; `null` before the first one. */
    ultimo: Nullable(
      Type.Object(
        {
          /** `null` for an order that was made outside the console. */
          id: Nullable(Id('Pedido')),
          numero: text('Número'),
          em: Instant('Feito em'),
          valor: Decimal('Total'),
        },
        { title: 'Último pedido' },
      ),
    ),
    /** Days from one purchase to the next in the last twelve months; `null` when too few show a rhythm. */
    ritmo: Nullable(count('Compra a cada')),
    /** Days since the last order. */
    haDias: Nullable(count('Dias desde a última compra')),
    /** The last twelve months, the current one last; `mes` is 'YYYY-MM'. */
    meses: Type.Array(
      Type.Object({ mes: text('Mês'), valor: Decimal('Comprado'), pedidos: count('Pedidos') }),
      { title: 'Compras por mês' },
    ),
    deixouDeComprar: Type.Array(StoppedProduct, { title: 'Deixou de comprar' }),
  },
  { title: 'Compras' },
);

/** What a seller needs to know when the customer is on the line. Parts that the person may not see are absent. */
export const CustomerNow = Type.Object(
  {
    /** `null` when no contact is registered. */
    contato: Type.Optional(
      Nullable(
        Type.Object(
          {
            id: Id('Contato'),
            nome: text('Nome'),
            cargo: text('Cargo'),
            telefone: Personal('TELEFONE', text('Telefone')),
          },
          { title: 'Falar com' },
        ),
      ),
    ),
    compras: Type.Optional(Purchases),
    orcamentos: Type.Optional(
      Type.Object(
        { quantidade: count('Orçamentos em aberto'), valor: Decimal('Em aberto') },
        { title: 'Orçamentos em aberto' },
      ),
    ),
    tickets: Type.Optional(
      Type.Object(
        { quantidade: count('Tickets em aberto'), atrasados: count('Atrasados') },
        { title: 'Tickets em aberto' },
      ),
    ),
    vencidos: Type.Optional(
      Type.Object(
        {
          quantidade: count('Títulos vencidos'),
          valor: Decimal('Vencido'),
          desde: Nullable(Day('O mais antigo')),
        },
        { title: 'Títulos vencidos' },
      ),
    ),
    credito: Type.Optional(
      Type.Object(
        {
          /** Whether the customer has a limit at all. */
          temLimite: Type.Boolean({ title: 'Tem limite' }),
          limite_disponivel: Decimal('Limite disponível'),
          credito_disponivel: Decimal('Crédito disponível'),
        },
        { title: 'Crédito' },
      ),
    ),
    /** Absent for a customer who stands in none. */
    grupo: Type.Optional(CustomerGroup),
  },
  { title: 'Cliente agora' },
);
export type CustomerNow = Static<typeof CustomerNow>;
