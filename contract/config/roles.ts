import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PERSON_TYPES } from '../permissions.ts';
import { defineRoutes, Id, Nullable, Strict, Text } from '../route.ts';
import { ModuleGrants } from '../session/session.ts';
import { simpleListQuery, WrittenRecord } from '../sharedShapes.ts';

/** A module or an action by its raw name (contract/permissions.ts). */
const Name = Type.String({ title: 'Permissão', maxLength: 80 });
const Names = (title: string) => Type.Array(Name, { title, maxItems: 500 });

export const RoleSummary = Type.Object(
  {
    id: Id('Código'),
    chave: Type.String({ title: 'Chave' }),
    nome: Type.String({ title: 'Nome' }),
    /** The standard role that it is, or was copied from. */
    base: Nullable(
      Type.Union(
        PERSON_TYPES.map((type) => Type.Literal(type)),
        { title: 'Perfil padrão' },
      ),
    ),
    /** One of those that every installation has: it cannot be deleted. */
    padrao: Type.Boolean({ title: 'Perfil padrão' }),
    /** Who has it may do nothing before they set up the second step of their sign-in. */
    exigeSegundoFator: Type.Boolean({ title: 'Exige verificação em duas etapas' }),
    pessoas: Type.Integer({ title: 'Pessoas' }),
    pessoasAtivas: Type.Integer({ title: 'Pessoas ativas' }),
    /** Against the standard that it is based on. */
    incluidas: Names('Incluídas'),
    retiradas: Names('Retiradas'),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Perfil' },
);
export type RoleSummary = Static<typeof RoleSummary>;

export const Role = Type.Composite(
  [
    RoleSummary,
    Type.Object({
      modulos: ModuleGrants,
      /** Those who have it, active ones first; at most fifty. */
      quem: Type.Array(
        Type.Object({
          id: Id('Código'),
          nome: Type.String({ title: 'Nome' }),
          ativo: Type.Boolean({ title: 'Ativa' }),
        }),
        { title: 'Quem tem' },
      ),
      /** Why the person may not change it; `null` when they may. */
      impedimento: Nullable(Type.String({ title: 'Por que não pode mudar' })),
    }),
  ],
  { title: 'Perfil' },
);
export type Role = Static<typeof Role>;

const nome = Text('Nome', 60, { minLength: 1 });
const base = '/config/perfis';
const permission = 'CONFIGURACAO_PERFIS';
const params = Strict({ id: Id('Perfil') });

export const roleRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: base,
    summary: 'Perfis',
    permission,
    query: simpleListQuery,
    response: Type.Array(RoleSummary),
  },
  get: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Um perfil com os seus módulos e ações',
    permission,
    params,
    response: Role,
  },
  /** A copy of another role: its permissions are changed afterwards. */
  create: {
    method: 'POST',
    path: base,
    summary: 'Criar a cópia de um perfil',
    permission,
    recentProof: true,
    body: Strict({ nome, idPerfil: Id('Copiar de') }),
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Mudar o nome e as permissões de um perfil',
    permission,
    recentProof: true,
    params,
    body: Strict({
      nome,
      /** All that it shall hold; what is not named is taken away. */
      permissoes: Names('Permissões'),
      /** Absent: as it was. */
      exigeSegundoFator: Type.Optional(Type.Boolean({ title: 'Exige verificação em duas etapas' })),
      versao: Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }),
    }),
    record: Role,
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Excluir um perfil que ninguém tem',
    permission,
    recentProof: true,
    params,
    response: WrittenRecord,
  },
});
