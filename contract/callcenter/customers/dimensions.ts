import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Nullable, Strict, Text } from '../../route.ts';
import { LooseChoice, LooseId, Version } from '../../sharedShapes.ts';

const Word = (title: string) => Type.String({ title });
const MAX_NOTE_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 100;

/** A segment with the descriptions available in it. */
export const Segment = Type.Object({
  id: Id('Segmento'),
  desc: Word('Segmento'),
  opcoes: Type.Array(Type.Object({ id: Id('Descrição'), desc: Word('Descrição') }), { title: 'Descrições' }),
});
export type Segment = Static<typeof Segment>;

/** A line of additional information (document 001 section 3): `dimensao` is the name of its segment. */
export const CustomerDimension = Type.Object({
  id: Id('Informação'),
  dimensao: Word('Segmento'),
  idDimensao: Id('Segmento'),
  dimensao_id: Nullable(Id('Descrição')),
  descricao: Word('Descrição'),
  observacao: Word('Observações'),
  cliente_id: Id('Cliente'),
  colaborador: Type.Object({ nome: Word('Colaborador') }),
  versao: Type.Integer({ title: 'Versão' }),
});
export type CustomerDimension = Static<typeof CustomerDimension>;

const given = {
  /** Id of the segment. */
  dimensao: LooseId('Segmento'),
  /** Id of the chosen description. */
  dimensao_id: LooseChoice('Descrição'),
  cliente_id: LooseId('Cliente'),
  observacao: Type.Optional(Nullable(Text('Observações', MAX_NOTE_LENGTH))),
};

const params = Strict({ id: Id('Código') });

export const dimensionRoutes = defineRoutes({
  segments: {
    method: 'GET',
    path: '/callcenter/dimensoes/cliente',
    summary: 'Segmentos das informações adicionais, com suas descrições',
    permission: 'CLIENTE_INFORMACOES_ADICIONAIS',
    response: Type.Array(Segment),
  },
  /** The id is the customer's; in the other calls of this path it is the line's. */
  ofCustomer: {
    method: 'GET',
    path: '/callcenter/cliente/dimensoes/{id}',
    summary: 'Informações adicionais de um cliente',
    permission: 'CLIENTE_INFORMACOES_ADICIONAIS',
    params: Strict({ id: Id('Cliente') }),
    query: Strict({
      dimensao: Type.Optional(
        Type.String({
          title: 'Segmentos, separados por vírgula',
          maxLength: 200,
          pattern: '^\\d{1,9}(,\\d{1,9})*$',
        }),
      ),
    }),
    response: Type.Array(CustomerDimension),
  },
  create: {
    method: 'POST',
    path: '/callcenter/cliente/dimensoes',
    summary: 'Adicionar uma informação a um cliente',
    permission: 'CLIENTE_INFORMACOES_ADICIONAIS',
    idempotent: true,
    body: Strict(given),
    response: Done,
  },
  update: {
    method: 'PUT',
    path: '/callcenter/cliente/dimensoes/{id}',
    summary: 'Mudar uma informação adicional de um cliente',
    permission: 'CLIENTE_INFORMACOES_ADICIONAIS',
    idempotent: true,
    params,
    body: Strict({
      ...given,
      /** 'Nova Descrição': overrides the text of the option. */
      descricao: Type.Optional(Nullable(Text('Nova Descrição', MAX_DESCRIPTION_LENGTH))),
      versao: Version,
    }),
    response: Done,
  },
  remove: {
    method: 'DELETE',
    path: '/callcenter/cliente/dimensoes/{id}',
    summary: 'Excluir uma informação adicional de um cliente',
    permission: 'CLIENTE_INFORMACOES_ADICIONAIS',
    params,
    response: Done,
  },
});
