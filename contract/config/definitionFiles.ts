import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, One, Strict, Title } from '../route.ts';
import { BUNDLE_KINDS, PART_KINDS } from '../rules/definitions/bundleParts.ts';
import {
  DefinitionChange,
  DefinitionKindName,
  EXACT,
  Key,
  nota,
  Person,
  Problem,
  versao,
} from './definitions.ts';
import { Binary } from './platform.ts';

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

/** A kind of definition, or of what travels beside definitions (contract/rules/definitions/bundleParts.ts). */
const BundleKindName = Type.Union(
  BUNDLE_KINDS.map((kind) => Type.Literal(kind)),
  { title: 'Tipo' },
);
const PartKindName = Type.Union(
  PART_KINDS.map((kind) => Type.Literal(kind)),
  { title: 'Tipo' },
);
const LineName = Type.Object({
  tipo: BundleKindName,
  chave: Type.String({ title: 'Chave' }),
  titulo: Type.String({ title: 'Título' }),
});
const Name = Strict({ tipo: BundleKindName, chave: Key });
const MAX_IN_A_FILE = 500;
const ITEMS = '^[a-z]+/[A-Za-z0-9][A-Za-z0-9_-]{0,79}(,[a-z]+/[A-Za-z0-9][A-Za-z0-9_-]{0,79})*$';
const permission = 'CONFIGURACAO';

/** Definitions as files, and what is published together from one. */
export const definitionFileRoutes = defineRoutes({
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
  /** What may travel beside definitions, of the kinds that the person may change, by title. */
  parts: {
    method: 'GET',
    path: '/config/definicoes-exportar/outros',
    summary: 'O que vai num pacote além de definições',
    permission,
    response: Type.Array(
      Type.Object({
        tipo: PartKindName,
        chave: Type.String({ title: 'Chave' }),
        titulo: Type.String({ title: 'Título' }),
        /** Why it cannot go along; `null` if it can. */
        fica: Nullable(Type.String({ title: 'Por que fica' })),
      }),
    ),
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
        LineName,
        Type.Object({
          escolhida: Type.Boolean({ title: 'Escolhida' }),
          /** Titles of those that use it; empty where it was chosen and nothing else that goes along uses it. */
          usadaPor: Type.Array(Type.String(), { title: 'Usada por' }),
          /** False for what stays out of the file. */
          levada: Type.Boolean({ title: 'Vai no arquivo' }),
          /** Why it stays, or what of it stays; empty for a definition that goes as it is. */
          aviso: Type.String({ title: 'O que fica' }),
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
        tipo: BundleKindName,
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
        { title: 'Importadas' },
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
      escolhidas: Type.Array(
        Strict({
          tipo: BundleKindName,
          chave: Key,
          versao,
          /** Of a report that is sent by e-mail from now on: the people who receive it. */
          destinatarios: Type.Optional(
            Type.Array(Id('Pessoa'), { title: 'Quem recebe', minItems: 1, maxItems: 30, uniqueItems: true }),
          ),
        }),
        { title: 'Escolhidas', minItems: 1, maxItems: MAX_IN_A_FILE },
      ),
      titulo: Title('Nome do pacote', 100),
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
              LineName,
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
});
