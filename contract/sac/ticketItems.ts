import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, defineRoutes, Id, Nullable, Strict } from '../route.ts';
import { Attachment } from './ticketConversation.ts';

/** A line of a ticket; a loose product has no invoice fields. */
export const TicketItem = Type.Object(
  {
    id: Id('Item'),
    produto_id: Id('Produto'),
    idExibicao: Type.String({ title: 'Código' }),
    descricao: Type.String({ title: 'Descrição' }),
    marca: Type.String({ title: 'Marca' }),
    classe_venda: Type.String({ title: 'Classe de venda' }),
    unidade: Type.String({ title: 'Unidade' }),
    avulso: Type.Boolean({ title: 'Avulso' }),
    nfe: Nullable(Type.Integer({ title: 'Nota' })),
    data_nota: Nullable(Day('Data da nota')),
    motivo: Nullable(Type.Integer({ title: 'Motivo' })),
    motivo_descricao: Type.String({ title: 'Motivo' }),
    obs: Type.String({ title: 'Observação' }),
    status: Type.String({ title: 'Situação', description: 'AN em análise, A aprovado, N negado' }),
    motivoAnalise: Type.String({ title: 'Motivo da análise' }),
    valor_sem_imposto: Decimal('Valor sem imposto'),
    valor_unitario: Decimal('Valor unitário'),
    qtd_comprada: Nullable(Decimal('Quantidade comprada')),
    qtd_solicitada: Decimal('Quantidade solicitada'),
    qtd_autorizada: Decimal('Quantidade autorizada'),
    anexos: Type.Array(Attachment, { title: 'Anexos' }),
    idImagem: Nullable(Type.String({ title: 'Imagem' })),
  },
  { title: 'Item do ticket' },
);
export type TicketItem = Static<typeof TicketItem>;

const params = Strict({ idTicket: Id('Ticket') });
const read = { method: 'GET', permission: 'SAC_TICKETS', params } as const;

/** The products of a ticket. */
export const ticketItemRoutes = defineRoutes({
  products: {
    ...read,
    path: '/sac/tickets/{idTicket}/produtos',
    summary: 'Produtos de um ticket',
    response: Type.Array(TicketItem),
  },
});
