import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, defineRoutes, Id, Instant, NoteMark, Nullable, One, Strict, Text } from '../route.ts';
import { unitFields } from '../rules/tickets/ticketInput.ts';

const returnLineId = Id('Item da nota de devolução');

/** A line of a return note, and what it takes of the lines of this invoice. */
export const ReturnedLine = Type.Object(
  {
    id: returnLineId,
    linha: Type.Integer({ title: 'Item' }),
    codigo: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Descrição' }),
    unidade: Type.String({ title: 'Unidade' }),
    quantidade: Decimal('Quantidade'),
    /** Why it lowers nothing until somebody assigns it; '' when it is assigned. */
    problema: Type.String({ title: 'Por que não foi ligada' }),
    /** In base units of the product. */
    baixas: Type.Array(
      Type.Object({
        item: Id('Item da nota'),
        linha: Type.Integer({ title: 'Item da venda' }),
        produto: Type.String({ title: 'Produto' }),
        quantidade: Decimal('Quantidade'),
        unidade: Type.String({ title: 'Unidade' }),
      }),
      { title: 'O que baixa desta nota' },
    ),
    /** Set when a person assigned it. */
    ligada: Nullable(
      Type.Object({
        por: Type.String({ title: 'Quem ligou' }),
        em: Instant('Ligada em'),
        motivo: Type.String({ title: 'Motivo' }),
      }),
    ),
  },
  { title: 'Item devolvido' },
);
export type ReturnedLine = Static<typeof ReturnedLine>;

/** A document that arrived as a file and is about an invoice. */
export const InvoicePaper = Type.Object(
  {
    id: Id('Documento'),
    chave: Type.String({ title: 'Chave de acesso' }),
    tipo: Type.Union(
      [
        Type.Literal('DEVOLUCAO'),
        Type.Literal('COMPLEMENTO'),
        Type.Literal('AJUSTE'),
        Type.Literal('CARTA_DE_CORRECAO'),
        Type.Literal('CANCELAMENTO'),
        Type.Literal('EVENTO'),
      ],
      { title: 'Tipo' },
    ),
    titulo: Type.String({ title: 'Documento' }),
    /** What a correction corrects, or why something was cancelled. */
    texto: Type.String({ title: 'Texto' }),
    data: Nullable(Day('Data')),
    valor: Nullable(Decimal('Valor')),
    /** BAIXA lowers what can be returned; of a TICKET, the ticket does; CANCELADA and JUNTO lower nothing. */
    situacao: Type.Union(
      [Type.Literal('BAIXA'), Type.Literal('TICKET'), Type.Literal('CANCELADA'), Type.Literal('JUNTO')],
      { title: 'Situação' },
    ),
    ticket: Nullable(Type.Integer({ title: 'Ticket' })),
    itens: Type.Array(ReturnedLine, { title: 'Itens' }),
  },
  { title: 'Documento de uma nota' },
);
export type InvoicePaper = Static<typeof InvoicePaper>;

const numNf = Text('Chave de acesso', 44, { minLength: 44 });
const path = '/sac/tickets/notasfiscais/{numNf}/documentos';

export const MAX_ASSIGNED = 50;

export const invoicePaperRoutes = defineRoutes({
  /** Newest first; at most the newest 200. */
  list: {
    method: 'GET',
    path,
    summary: 'Devoluções, complementos e cartas de correção de uma nota',
    permission: 'SAC_TICKETS',
    params: Strict({ numNf }),
    response: One(
      Type.Object({
        documentos: Type.Array(InvoicePaper, { title: 'Documentos' }),
        /** What somebody has to decide before quantities can be trusted. */
        avisos: Type.Array(Type.String(), { title: 'Avisos' }),
        /** The mark of the file that the invoice came from. */
        avisoNota: NoteMark(),
        /** Whether this person may assign lines. */
        podeLigar: Type.Boolean({ title: 'Pode ligar itens' }),
      }),
    ),
  },
  /** Replaces what the line takes; no lines means that it takes nothing of any sale. */
  assign: {
    method: 'PUT',
    path: `${path}/{id}/ligacao`,
    summary: 'Ligar um item devolvido aos itens da nota',
    permission: 'TICKETS_LIBERAR_NOTA',
    params: Strict({ numNf, id: returnLineId }),
    body: Strict({
      itens: Type.Array(
        Strict({ item: Id('Item da nota'), quantidade: Decimal('Quantidade'), ...unitFields }),
        {
          title: 'Itens da nota; sem unidade, na da nota',
          maxItems: MAX_ASSIGNED,
        },
      ),
      motivo: Text('Motivo', 500, { minLength: 1 }),
    }),
    idempotent: true,
    response: One(Type.Object({ message: Type.String({ title: 'Mensagem' }) })),
  },
});
