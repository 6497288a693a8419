import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Nullable, One, Strict } from '../../route.ts';
import { RECORD_VERBS } from '../recordRights.ts';
import { ownKeyPattern } from './ownTypes.ts';

const Verbs = (title: string) =>
  Type.Array(Type.Union(RECORD_VERBS.map((verb) => Type.Literal(verb))), {
    title,
    uniqueItems: true,
    maxItems: RECORD_VERBS.length,
  });

/** What a role may do with the records of a type, as the publisher chose it. */
export const GivenRights = Type.Object(
  { idPerfil: Id('Perfil'), verbos: Verbs('O que pode') },
  { title: 'Direitos dados a um perfil', additionalProperties: false },
);
export type GivenRights = Static<typeof GivenRights>;

export const TypeRights = Type.Object(
  {
    /** Whether nothing was published yet, so that what stands here is a proposal. */
    primeira: Type.Boolean({ title: 'Primeira publicação' }),
    podeMudar: Type.Boolean({ title: 'Se a pessoa pode escolher' }),
    impedimento: Nullable(Type.String({ title: 'Por que a pessoa não pode publicar' })),
    perfis: Type.Array(
      Type.Object({
        id: Id('Código'),
        nome: Type.String({ title: 'Nome' }),
        pessoas: Type.Integer({ title: 'Pessoas ativas' }),
        /** What the role may do after publishing. */
        verbos: Verbs('O que pode'),
        /** What it can be given; administrators keep everything. */
        aEscolher: Verbs('O que se pode dar ou tirar'),
      }),
      { title: 'Perfis' },
    ),
  },
  { title: 'Direitos de um cadastro' },
);
export type TypeRights = Static<typeof TypeRights>;

export const typeRightRoutes = defineRoutes({
  /** For the publish dialog: each role with what it may do, or with what is proposed before the first publication. */
  get: {
    method: 'GET',
    path: '/config/cadastros-proprios/{chave}/direitos',
    summary: 'O que cada perfil pode em um cadastro próprio',
    permission: 'CONFIGURACAO_ESQUEMAS',
    params: Strict({ chave: Type.String({ title: 'Cadastro', pattern: ownKeyPattern }) }),
    response: One(TypeRights),
  },
});
