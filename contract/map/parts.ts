import { codigoDe, inteiro, type MapRelation, NOMEIA, nomeDe, texto } from './entity.ts';

/** Fields that several entities have, and the relations that go with them. */
export const ticketFields = { ticket_id: inteiro('Ticket') };
export const typeFields = {
  tipo_chave: texto('Tipo (chave)', codigoDe('tiposTicket')),
  tipo: texto('Tipo', nomeDe('tiposTicket')),
};
export const branchFields = {
  filial_id: inteiro('Filial (código)', codigoDe('filiais')),
  filial: texto('Filial', nomeDe('filiais')),
};
export const customerFields = {
  cliente_id: inteiro('Cliente (código)', codigoDe('clientes')),
  cliente: texto('Cliente', { ...NOMEIA, ...nomeDe('clientes') }),
};
export const regionFields = {
  regiao_id: inteiro('Região (código)', codigoDe('regioes')),
  regiao: texto('Região', nomeDe('regioes')),
};
export const representativeFields = {
  representante_id: inteiro('Representante (código)', codigoDe('representantes')),
  representante: texto('Representante', nomeDe('representantes')),
};
export const carrierFields = {
  transportadora_id: inteiro('Transportadora (código)', codigoDe('transportadoras')),
  transportadora: texto('Transportadora', nomeDe('transportadoras')),
};
export const productFields = {
  produto_id: inteiro('Produto (código interno)', codigoDe('produtos')),
  produto_codigo: texto('Código do produto'),
  produto: texto('Produto', nomeDe('produtos')),
  marca: texto('Marca'),
};

/** A line calls a product as its note does. */
export const notedProductFields = { ...productFields, produto: texto('Produto') };

const relation =
  (titulo: string, alvo: string, here: string, there = here) =>
  (chave: string, volta: string): MapRelation => ({
    titulo,
    alvo,
    por: [[here, there]],
    volta: { chave, titulo: volta },
  });

/** Each takes the key and title that the target calls the rows of the entity by. */
export const toTicket = relation('Ticket', 'tickets', 'ticket_id');
export const toCustomer = relation('Cliente', 'clientes', 'cliente_id');
export const toBranch = relation('Filial', 'filiais', 'filial_id');
export const toProduct = relation('Produto', 'produtos', 'produto_id');
export const toRepresentative = relation('Representante', 'representantes', 'representante_id');
export const toCarrier = relation('Transportadora', 'transportadoras', 'transportadora_id');
export const toOrder = relation('Orçamento ou pedido', 'pedidos', 'pedido_id');
export const toInvoice = relation('Nota fiscal', 'notas', 'nota_id');
export const toPerson = (titulo: string, column: string) => relation(titulo, 'pessoas', column, 'pessoa_id');
