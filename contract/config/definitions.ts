import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { GivenRights } from '../records/routes/typeRights.ts';
import { defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../route.ts';
import { DEFINITION_KINDS, definitionKinds } from '../rules/definitions/definition.ts';

export const DefinitionKindName = Type.Union(
  DEFINITION_KINDS.map((kind) => Type.Literal(kind)),
  { title: 'Espécie' },
);
export const Key = Type.String({ title: 'Chave', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$' });
/** Texts in it are judged as they come: a character that cannot be stored is refused at its place, not taken out. */
export const EXACT = { 'x-exato': true };
const Content = Type.Record(Type.String(), Type.Unknown(), {
  additionalProperties: true,
  title: 'Conteúdo',
  ...EXACT,
});
export const Person = Type.Object({ id: Id('Código'), nome: Type.String({ title: 'Nome' }) });

/** A definition as it is named and opened. */
export const DefinitionName = Type.Object({
  tipo: DefinitionKindName,
  chave: Type.String({ title: 'Chave' }),
  titulo: Type.String({ title: 'Título' }),
});

export const Problem = Type.Object(
  {
    ponteiro: Type.String({ title: 'Lugar no arquivo' }),
    mensagem: Type.String({ title: 'O que houve e o que fazer' }),
    gravidade: Type.Union([Type.Literal('ERRO'), Type.Literal('AVISO')], { title: 'Gravidade' }),
    /** Counted from 1, in the submitted text; absent when parsed content was submitted. */
    linha: Type.Optional(Type.Integer({ title: 'Linha' })),
    /** The definitions that the message names. */
    usos: Type.Optional(Type.Array(DefinitionName, { title: 'Usos' })),
  },
  { title: 'Problema' },
);
export type Problem = Static<typeof Problem>;

export const DefinitionDependent = Type.Object({
  tipo: Type.String({ title: 'Tipo' }),
  nome: Type.String({ title: 'Nome' }),
  quantos: Type.Integer({ title: 'Quantos' }),
  /** Whether it must be changed before the definition can be archived. */
  impede: Type.Boolean({ title: 'Impede arquivar' }),
  /** The definition that it is, if it is one. */
  definicao: Nullable(DefinitionName),
});

export const DefinitionChange = Type.Object({
  ponteiro: Type.String({ title: 'Lugar' }),
  frase: Type.String({ title: 'O que mudou' }),
});

/** A row in the studio's lists. */
export const DefinitionSummary = Type.Object(
  {
    tipo: DefinitionKindName,
    chave: Type.String({ title: 'Chave' }),
    titulo: Type.String({ title: 'Título' }),
    descricao: Type.String({ title: 'Descrição' }),
    estado: Type.Union([Type.Literal('RASCUNHO'), Type.Literal('PUBLICADO'), Type.Literal('ARQUIVADO')], {
      title: 'Estado',
    }),
    versaoPublicada: Nullable(Type.Integer({ title: 'Versão publicada' })),
    /** Whether there is a draft besides the published version. */
    temRascunho: Type.Boolean({ title: 'Tem rascunho' }),
    origem: Type.Union([Type.Literal('PADRAO'), Type.Literal('COPIA'), Type.Literal('PROPRIA')], {
      title: 'Origem',
    }),
    /** Whether the standard has changed since the copy was made. */
    baseMudou: Type.Boolean({ title: 'O padrão mudou' }),
    atualizado: Instant('Atualizado em'),
    autor: Nullable(Person),
    /** Version of the record, sent back with each write. */
    versao: Type.Integer({ title: 'Versão do registro' }),
  },
  { title: 'Definição' },
);
export type DefinitionSummary = Static<typeof DefinitionSummary>;

export const DefinitionDetail = Type.Composite(
  [
    DefinitionSummary,
    Type.Object({
      publicado: Nullable(Content),
      rascunho: Nullable(Content),
      rascunhoAutor: Nullable(Person),
      rascunhoEm: Nullable(Instant('Rascunho de')),
      /** The current content of the standard file; `null` for a definition without one. */
      padrao: Nullable(Content),
      /** What depends on it; shown before it is archived. */
      dependentes: Type.Array(DefinitionDependent, { title: 'O que o usa' }),
      /** Whether a second person must publish it (parameter publicacaoSegundaPessoa). */
      exigeSegundaPessoa: Type.Boolean({ title: 'Exige segunda pessoa' }),
      /** Problems of the draft, or of the published version when there is no draft. */
      problemas: Type.Array(Problem, { title: 'Problemas' }),
    }),
  ],
  { title: 'Definição' },
);
export type DefinitionDetail = Static<typeof DefinitionDetail>;

export const DefinitionVersion = Type.Object({
  numero: Type.Integer({ title: 'Número' }),
  origem: Type.String({ title: 'Origem' }),
  deVersao: Nullable(Type.Integer({ title: 'Volta à versão' })),
  autor: Nullable(Person),
  nota: Type.String({ title: 'Nota' }),
  hash: Type.String({ title: 'Hash' }),
  quando: Instant('Quando'),
  /** Changes from the previous version, at most 50 sentences. */
  mudancas: Type.Array(DefinitionChange, { title: 'Mudanças' }),
});
export type DefinitionVersion = Static<typeof DefinitionVersion>;

const params = Strict({ tipo: DefinitionKindName, chave: Key });
export const versao = Type.Integer({ title: 'Versão do registro', minimum: 0, maximum: 2147483647 });
export const nota = Text('Nota', 500);
const permission = 'CONFIGURACAO';
/** Each kind has its own permission; the permission of the routes only opens the studio. */
const permissionBy = {
  param: 'tipo',
  permissions: Object.fromEntries(DEFINITION_KINDS.map((kind) => [kind, definitionKinds[kind].permission])),
};

export const definitionRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/definicoes/{tipo}',
    permissionBy,
    summary: 'Definições de um tipo, com estado e versão',
    permission,
    params: Strict({ tipo: DefinitionKindName }),
    response: Type.Object({
      itens: Type.Array(DefinitionSummary, { title: 'Definições' }),
      /** Files below schemas/ of this kind that could not be loaded, and whatever lies where no kind is read. */
      quebrados: Type.Array(
        Type.Object({
          arquivo: Type.String({ title: 'Arquivo' }),
          visto: Instant('Visto em'),
          problemas: Type.Array(Problem, { title: 'Problemas' }),
        }),
        { title: 'Arquivos recusados' },
      ),
    }),
  },
  get: {
    method: 'GET',
    path: '/config/definicoes/{tipo}/{chave}',
    permissionBy,
    summary: 'Uma definição, com rascunho e padrão',
    permission,
    params,
    response: One(DefinitionDetail),
  },
  /** Validates without storing: either `texto` (JSON as typed; problems carry line numbers) or `conteudo`. */
  check: {
    method: 'POST',
    path: '/config/definicoes/{tipo}/verificar',
    permissionBy,
    summary: 'Verificar um conteúdo enquanto se escreve',
    permission,
    params: Strict({ tipo: DefinitionKindName }),
    body: Strict({
      chave: Type.Optional(Key),
      texto: Type.Optional(Type.String({ title: 'Texto', maxLength: 400_000, ...EXACT })),
      conteudo: Type.Optional(Content),
      /** A report's tests read live data, so they run only on request. */
      testar: Type.Optional(Type.Boolean({ title: 'Executar os testes' })),
      /** What the changes are counted from; the published version unless said otherwise. */
      com: Type.Optional(
        Type.Union([Type.Literal('PUBLICADO'), Type.Literal('RASCUNHO'), Type.Literal('PADRAO')], {
          title: 'Comparar com',
        }),
      ),
    }),
    response: Type.Object({
      problemas: Type.Array(Problem, { title: 'Problemas' }),
      /** Changes from what `com` names. */
      mudancas: Type.Array(DefinitionChange, { title: 'Mudanças' }),
      /** The parsed text, if it is valid JSON. */
      conteudo: Nullable(Content),
    }),
  },
  /** Saves a new definition, or the draft of an existing one. An invalid draft may be saved but not published. */
  saveDraft: {
    method: 'PUT',
    path: '/config/definicoes/{tipo}/{chave}/rascunho',
    permissionBy,
    summary: 'Salvar o rascunho de uma definição',
    permission,
    params,
    body: Strict({ conteudo: Content, versao }),
    response: One(DefinitionDetail),
  },
  discardDraft: {
    method: 'DELETE',
    path: '/config/definicoes/{tipo}/{chave}/rascunho',
    permissionBy,
    summary: 'Descartar o rascunho de uma definição',
    permission,
    params,
    query: Strict({ versao }),
    response: One(DefinitionDetail),
  },
  publish: {
    method: 'POST',
    path: '/config/definicoes/{tipo}/{chave}/publicar',
    permissionBy,
    summary: 'Publicar o rascunho como versão nova',
    permission: 'CONFIGURACAO_PUBLICAR',
    params,
    body: Strict({
      versao,
      nota,
      /** A record type: what roles may do. Roles that are not named may do nothing. */
      direitos: Type.Optional(Type.Array(GivenRights, { title: 'Direitos dos perfis', maxItems: 200 })),
    }),
    idempotent: true,
    response: One(DefinitionDetail),
  },
  versions: {
    method: 'GET',
    path: '/config/definicoes/{tipo}/{chave}/versoes',
    permissionBy,
    summary: 'Versões publicadas de uma definição',
    permission,
    params,
    response: Type.Array(DefinitionVersion),
  },
  version: {
    method: 'GET',
    path: '/config/definicoes/{tipo}/{chave}/versoes/{numero}',
    permissionBy,
    summary: 'Uma versão publicada e o que muda em relação a outra',
    permission,
    params: Strict({ tipo: DefinitionKindName, chave: Key, numero: Id('Número') }),
    query: Strict({ com: Type.Optional(Id('Comparar com')) }),
    response: Type.Object({
      conteudo: Content,
      outro: Nullable(Content),
      mudancas: Type.Array(DefinitionChange, { title: 'Mudanças' }),
    }),
  },
  /** What rolling back would do, either to a version or, when none is given, to the standard file. Nothing is written. */
  rollBackPlan: {
    method: 'GET',
    path: '/config/definicoes/{tipo}/{chave}/retorno',
    permissionBy,
    summary: 'O que mudaria ao voltar a uma versão, ou ao padrão',
    permission,
    params,
    query: Strict({ numero: Type.Optional(Id('Número')) }),
    response: Type.Object({
      /** Changes from the published version. */
      mudancas: Type.Array(DefinitionChange, { title: 'Mudanças' }),
      problemas: Type.Array(Problem, { title: 'Problemas' }),
    }),
  },
  /** Publishes an old version under a new number. */
  rollBack: {
    method: 'POST',
    path: '/config/definicoes/{tipo}/{chave}/versoes/{numero}/voltar',
    permissionBy,
    summary: 'Voltar a uma versão publicada',
    permission: 'CONFIGURACAO_PUBLICAR',
    params: Strict({ tipo: DefinitionKindName, chave: Key, numero: Id('Número') }),
    body: Strict({ versao, nota }),
    idempotent: true,
    response: One(DefinitionDetail),
  },
  /** Resets a copy to the standard file, which it then follows again. */
  followStandard: {
    method: 'POST',
    path: '/config/definicoes/{tipo}/{chave}/padrao',
    permissionBy,
    summary: 'Voltar a seguir o arquivo padrão',
    permission: 'CONFIGURACAO_PUBLICAR',
    params,
    body: Strict({ versao, nota }),
    idempotent: true,
    response: One(DefinitionDetail),
  },
  archive: {
    method: 'POST',
    path: '/config/definicoes/{tipo}/{chave}/arquivar',
    permissionBy,
    summary: 'Arquivar uma definição',
    permission: 'CONFIGURACAO_PUBLICAR',
    params,
    body: Strict({ versao }),
    response: One(DefinitionDetail),
  },
  unarchive: {
    method: 'POST',
    path: '/config/definicoes/{tipo}/{chave}/desarquivar',
    permissionBy,
    summary: 'Desarquivar uma definição',
    permission: 'CONFIGURACAO_PUBLICAR',
    params,
    body: Strict({ versao }),
    response: One(DefinitionDetail),
  },
  /** The meta-schema of a kind, used for completion in the JSON view. */
  metaSchema: {
    method: 'GET',
    path: '/config/meta-esquemas/{tipo}',
    permissionBy,
    summary: 'Meta-esquema de um tipo',
    permission,
    params: Strict({ tipo: DefinitionKindName }),
    response: Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true }),
  },
});
