import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { GivenRights } from '../records/routes/typeRights.ts';
import { defineRoutes, Id, Instant, Nullable, One, Strict, Text } from '../route.ts';
import { DEFINITION_KINDS, definitionKinds } from '../rules/definitions/definition.ts';
import { Binary } from './platform.ts';

export const DefinitionKindName = Type.Union(
  DEFINITION_KINDS.map((kind) => Type.Literal(kind)),
  { title: 'Espécie' },
);
const Key = Type.String({ title: 'Chave', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$' });
/** Texts in it are judged as they come: a character that cannot be stored is refused at its place, not taken out. */
const EXACT = { 'x-exato': true };
const Content = Type.Record(Type.String(), Type.Unknown(), {
  additionalProperties: true,
  title: 'Conteúdo',
  ...EXACT,
});
const Person = Type.Object({ id: Id('Código'), nome: Type.String({ title: 'Nome' }) });

/** A definition as it is named and opened. */
const DefinitionName = Type.Object({
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

/** Definitions that were published together, and go back together. */
export const DefinitionBundle = Type.Object(
  {
    id: Id('Pacote'),
    titulo: Type.String({ title: 'Nome' }),
    nota: Type.String({ title: 'Nota' }),
    autor: Nullable(Person),
    quando: Instant('Publicado em'),
    quantas: Type.Integer({ title: 'Definições' }),
    desfeito: Nullable(Type.Object({ autor: Nullable(Person), quando: Instant('Desfeito em') })),
  },
  { title: 'Pacote de definições' },
);
export type DefinitionBundle = Static<typeof DefinitionBundle>;

const params = Strict({ tipo: DefinitionKindName, chave: Key });
const Name = Strict({ tipo: DefinitionKindName, chave: Key });
const MAX_IN_A_FILE = 500;
const ITEMS = '^[a-z]+/[A-Za-z0-9][A-Za-z0-9_-]{0,79}(,[a-z]+/[A-Za-z0-9][A-Za-z0-9_-]{0,79})*$';
const versao = Type.Integer({ title: 'Versão do registro', minimum: 0, maximum: 2147483647 });
const nota = Text('Nota', 500);
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
    summary: 'Definições de uma espécie, com estado e versão',
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
    summary: 'Guardar o rascunho de uma definição',
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
  /** Everything of the kinds that the person may change, or the named definitions, as one JSON file. */
  exportFile: {
    method: 'GET',
    path: '/config/definicoes-exportar',
    summary: 'Exportar definições para um arquivo',
    permission,
    query: Strict({
      tipo: Type.Optional(DefinitionKindName),
      chave: Type.Optional(Key),
      /** Exactly these, as `tipo/chave` joined by commas. */
      itens: Type.Optional(Type.String({ title: 'Itens', pattern: ITEMS, maxLength: 50_000 })),
    }),
    file: true,
    response: Binary,
  },
  /** What the chosen definitions use, and what that uses in turn: all of it is needed where the file is imported. */
  planExport: {
    method: 'POST',
    path: '/config/definicoes-exportar/plano',
    summary: 'O que uma exportação leva junto',
    permission,
    body: Strict({ escolhidas: Type.Array(Name, { title: 'Escolhidas', maxItems: MAX_IN_A_FILE }) }),
    response: Type.Array(
      Type.Composite([
        DefinitionName,
        Type.Object({
          escolhida: Type.Boolean({ title: 'Escolhida' }),
          /** Titles of those that use it; empty where it was chosen and nothing else that goes along uses it. */
          usadaPor: Type.Array(Type.String(), { title: 'Usada por' }),
          /** False for a kind that the person may not change: it stays out of the file. */
          levada: Type.Boolean({ title: 'Vai no arquivo' }),
        }),
      ]),
    ),
  },
  /** What an import would do, item by item; nothing is written. */
  planImport: {
    method: 'POST',
    path: '/config/definicoes-importar/plano',
    summary: 'Conferir uma importação sem gravar',
    permission,
    body: Strict({ texto: Type.String({ title: 'Arquivo', maxLength: 900_000, ...EXACT }) }),
    response: Type.Array(
      Type.Object({
        tipo: DefinitionKindName,
        chave: Type.String({ title: 'Chave' }),
        titulo: Type.String({ title: 'Título' }),
        /** Version of the record that the plan compared with, 0 for a new one; sent back when it is published at once. */
        versao,
        acao: Type.Union(
          [Type.Literal('CRIAR'), Type.Literal('ALTERAR'), Type.Literal('IGUAL'), Type.Literal('RECUSAR')],
          { title: 'O que se faria' },
        ),
        mudancas: Type.Array(DefinitionChange, { title: 'Mudanças' }),
        problemas: Type.Array(Problem, { title: 'Problemas' }),
      }),
    ),
  },
  /** Turns the chosen items into drafts, to be reviewed and published. */
  importFile: {
    method: 'POST',
    path: '/config/definicoes-importar',
    summary: 'Importar definições como rascunhos',
    permission,
    body: Strict({
      texto: Type.String({ title: 'Arquivo', maxLength: 900_000, ...EXACT }),
      escolhidas: Type.Array(Name, { title: 'Escolhidas', maxItems: MAX_IN_A_FILE }),
    }),
    idempotent: true,
    response: Type.Object({
      importadas: Type.Array(
        Type.Object({ tipo: DefinitionKindName, chave: Type.String({ title: 'Chave' }) }),
        {
          title: 'Importadas',
        },
      ),
    }),
  },
  /** Publishes the chosen items together, as one version of the whole; nothing is published if one cannot be. */
  publishFile: {
    method: 'POST',
    path: '/config/definicoes-importar/publicar',
    summary: 'Publicar juntas as definições de um arquivo',
    permission: 'CONFIGURACAO_PUBLICAR',
    body: Strict({
      texto: Type.String({ title: 'Arquivo', maxLength: 900_000, ...EXACT }),
      escolhidas: Type.Array(Strict({ tipo: DefinitionKindName, chave: Key, versao }), {
        title: 'Escolhidas',
        minItems: 1,
        maxItems: MAX_IN_A_FILE,
      }),
      titulo: Text('Nome do pacote', 100, { minLength: 1 }),
      nota,
    }),
    idempotent: true,
    response: One(DefinitionBundle),
  },
  bundles: {
    method: 'GET',
    path: '/config/pacotes',
    summary: 'Pacotes publicados, do mais novo ao mais antigo',
    permission,
    response: Type.Array(DefinitionBundle),
  },
  bundle: {
    method: 'GET',
    path: '/config/pacotes/{id}',
    summary: 'O que um pacote mudou, e o que impede de desfazê-lo',
    permission,
    params: Strict({ id: Id('Pacote') }),
    response: One(
      Type.Composite([
        DefinitionBundle,
        Type.Object({
          itens: Type.Array(
            Type.Composite([
              DefinitionName,
              Type.Object({
                criada: Type.Boolean({ title: 'Criada pelo pacote' }),
                mudancas: Type.Array(DefinitionChange, { title: 'Mudanças' }),
              }),
            ]),
            { title: 'Itens' },
          ),
          /** Why it cannot be undone as a whole; empty if it can. */
          obstaculos: Type.Array(Type.String(), { title: 'O que impede de desfazer' }),
        }),
      ]),
    ),
  },
  /** Every definition of the bundle goes back to what it was before; those that came with it are archived. */
  undoBundle: {
    method: 'POST',
    path: '/config/pacotes/{id}/desfazer',
    summary: 'Desfazer um pacote por inteiro',
    permission: 'CONFIGURACAO_PUBLICAR',
    params: Strict({ id: Id('Pacote') }),
    body: Strict({ nota }),
    idempotent: true,
    response: One(DefinitionBundle),
  },
  /** The meta-schema of a kind, used for completion in the JSON view. */
  metaSchema: {
    method: 'GET',
    path: '/config/meta-esquemas/{tipo}',
    permissionBy,
    summary: 'Meta-esquema de uma espécie',
    permission,
    params: Strict({ tipo: DefinitionKindName }),
    response: Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true }),
  },
});
