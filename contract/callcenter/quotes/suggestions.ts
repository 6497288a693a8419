import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { FileRef } from '../../config/platform.ts';
import { Day, Decimal, Done, defineRoutes, Id, Nullable, Strict, Text } from '../../route.ts';
import { QuoteProduct } from './quoteShapes.ts';

/** ULTIMAS_COMPRAS, MAIS_COMPRADOS, MIX, SEM_COMPRA, and kinds added by administrators. */
const SuggestionKind = Type.String({ title: 'Tipo de sugestão', pattern: '^[A-Z_]{1,40}$' });

export const Suggestion = Type.Object(
  {
    produto: QuoteProduct,
    /** The quantity, in units, that the customer usually buys at once. */
    quantidade: Decimal('Quantidade sugerida'),
    ultimaCompra: Nullable(Day('Última compra')),
    /** "Comprou 6 vezes em um ano", "14 clientes da mesma atividade compram". */
    motivo: Type.String({ title: 'Por que' }),
  },
  { title: 'Sugestão' },
);
export type Suggestion = Static<typeof Suggestion>;

export const MAX_SUGGESTION_LINES = 500;

const Quantity = Type.String({ title: 'Quantidade', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' });

/** A validated line of a customer's list: it must name a product that is sold and a quantity above zero. */
export const SuggestionLine = Type.Object({
  linha: Type.Integer({ title: 'Linha' }),
  codigo: Type.String({ title: 'Código' }),
  quantidade: Type.String({ title: 'Quantidade' }),
  /** `null` when the line is rejected. */
  produto: Nullable(
    Type.Object({ id: Id('Produto'), descricao: Type.String({ title: 'Descrição' }) }, { title: 'Produto' }),
  ),
  motivo: Nullable(Type.String({ title: 'Por que foi recusada' })),
});
export type SuggestionLine = Static<typeof SuggestionLine>;

export const SuggestionBatch = Type.Object(
  {
    id: Id('Lote'),
    validas: Type.Integer({ title: 'Linhas válidas' }),
    recusadas: Type.Integer({ title: 'Linhas recusadas' }),
    linhas: Type.Array(SuggestionLine, { title: 'Linhas' }),
  },
  { title: 'Lista importada' },
);
export type SuggestionBatch = Static<typeof SuggestionBatch>;

const whose = Strict({ idCli: Id('Cliente'), idFil: Id('Filial') });

export const suggestionRoutes = defineRoutes({
  menus: {
    method: 'GET',
    path: '/callcenter/sugestoes/menus',
    summary: 'Tipos de sugestão de produtos',
    permission: 'ORCAMENTO',
    response: Type.Array(
      Type.Object({ tipo: SuggestionKind, nome: Type.String({ title: 'Nome' }) }, { title: 'Tipo' }),
    ),
  },
  list: {
    method: 'GET',
    path: '/callcenter/sugestoes/{tipo}/{idCli}/{idFil}',
    summary: 'Produtos a sugerir a um cliente',
    permission: 'ORCAMENTO',
    params: Strict({ tipo: SuggestionKind, idCli: Id('Cliente'), idFil: Id('Filial') }),
    response: Type.Array(Suggestion),
  },
  /** First phase: validates a customer's own list (código; quantidade) and writes nothing else. */
  check: {
    method: 'POST',
    path: '/callcenter/sugestoes/importar-arquivo',
    summary: 'Conferir a lista de produtos de um cliente',
    permission: 'ORCAMENTO_EDITAR',
    body: Strict({ arquivo: FileRef }),
    response: SuggestionBatch,
  },
  /** Second phase: turns the validated lines into suggestions at this customer's prices. A list can be used only once. */
  take: {
    method: 'POST',
    path: '/callcenter/sugestoes/confirmar-importacao/{idCli}/{idFil}',
    summary: 'Usar a lista conferida para um cliente',
    permission: 'ORCAMENTO_EDITAR',
    params: whose,
    body: Strict({ idLote: Id('Lote') }),
    idempotent: true,
    response: Type.Array(Suggestion),
  },
  finish: {
    method: 'POST',
    path: '/callcenter/sugestoes/sugestao-pedido-finalizar/{idCli}/{idFil}',
    summary: 'Fazer um orçamento com os produtos escolhidos',
    permission: 'ORCAMENTO_EDITAR',
    params: whose,
    body: Strict({
      produtos: Type.Array(
        Strict({
          idProd: Id('Produto'),
          idEmb: Type.Optional(Type.Integer({ title: 'Embalagem', minimum: 0, maximum: 2147483647 })),
          qtde: Quantity,
        }),
        { title: 'Produtos', minItems: 1, maxItems: MAX_SUGGESTION_LINES },
      ),
      observacao: Type.Optional(Text('Observação', 255)),
    }),
    idempotent: true,
    response: Done,
  },
});
