import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { PERSON_TYPES } from '../../permissions.ts';
import { defineRoutes, Id, Nullable, Strict, Title } from '../../route.ts';
import { ModuleGrants } from '../../session/session.ts';
import { simpleListQuery, WrittenRecord } from '../../sharedShapes.ts';

/** A module or an action by its raw name (contract/permissions.ts). */
const Name = Type.String({ title: 'Permissão', maxLength: 80 });
const Names = (title: string) => Type.Array(Name, { title, maxItems: 500 });

export const RoleSummary = Type.Object(
  {
    id: Id('Código'),
    chave: Type.String({ title: 'Chave' }),
    nome: Type.String({ title: 'Nome' }),
    /** The standard role that this role is, or was copied from. */
    base: Nullable(
      Type.Union(
        PERSON_TYPES.map((type) => Type.Literal(type)),
        { title: 'Perfil padrão' },
      ),
    ),
    /** Whether it is one of the roles that every installation has and that cannot be deleted. */
    padrao: Type.Boolean({ title: 'Perfil padrão' }),
    /** Whether holders of the role are blocked until they set up two-step sign-in. */
    exigeSegundoFator: Type.Boolean({ title: 'Exige verificação em duas etapas' }),
    pessoas: Type.Integer({ title: 'Pessoas' }),
    pessoasAtivas: Type.Integer({ title: 'Pessoas ativas' }),
    /** Differences from the standard role it is based on. */
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
      /** The company's own types, whose permissions (`CADASTRO:<chave>`) stand among the modules. */
      cadastros: Type.Array(
        Type.Object({ chave: Type.String({ title: 'Chave' }), titulo: Type.String({ title: 'Título' }) }),
        { title: 'Cadastros próprios' },
      ),
      /** The people who have it, active ones first; at most fifty. */
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

const nome = Title('Nome', 60);
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
  /** Creates a copy of another role; its permissions are changed afterwards. */
  create: {
    method: 'POST',
    path: base,
    summary: 'Criar a cópia de um perfil',
    permission,
    recentProof: true,
    body: Strict({ nome, idPerfil: Id('Copiar de') }),
    missing: { nome: 'Dê um nome ao perfil.', idPerfil: 'Escolha o perfil de que copiar.' },
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Mudar o nome e as permissões de um perfil',
    permission,
    idempotent: true,
    recentProof: true,
    params,
    body: Strict({
      nome,
      /** The complete set of permissions; those not named are removed. */
      permissoes: Names('Permissões'),
      /** Left unchanged when absent. */
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
