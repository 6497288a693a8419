import type { Permission } from '../../permissions.ts';
import type { FileProblem } from '../problem.ts';
import type { DefinitionLink } from './uses.ts';

/**
 * The kinds of definitions that administrators write. Each name is the folder below schemas/ and the segment of the studio's
 * addresses.
 */
export const DEFINITION_KINDS = [
  'reports',
  'fields',
  'registration',
  'flows',
  'panels',
  'records',
  'mails',
  'rules',
  'dashboards',
  'words',
] as const;
export type DefinitionKind = (typeof DEFINITION_KINDS)[number];

/** The display names of each kind, and the permission needed to change it. */
export const definitionKinds: Readonly<
  Record<DefinitionKind, { singular: string; plural: string; meta: string; permission: Permission }>
> = {
  reports: {
    singular: 'Relatório',
    plural: 'Relatórios',
    meta: 'report',
    permission: 'CONFIGURACAO_RELATORIOS',
  },
  fields: {
    singular: 'Campos adicionais',
    plural: 'Campos adicionais',
    meta: 'fields',
    permission: 'CONFIGURACAO_ESQUEMAS',
  },
  registration: {
    singular: 'Etapa de cadastro',
    plural: 'Etapas de cadastro',
    meta: 'registration',
    permission: 'CONFIGURACAO_ESQUEMAS',
  },
  flows: { singular: 'Fluxo', plural: 'Fluxos', meta: 'flow', permission: 'CONFIGURACAO_FLUXOS' },
  panels: { singular: 'Painel', plural: 'Painéis', meta: 'panel', permission: 'CONFIGURACAO_ESQUEMAS' },
  records: {
    singular: 'Cadastro próprio',
    plural: 'Cadastros próprios',
    meta: 'record',
    permission: 'CONFIGURACAO_ESQUEMAS',
  },
  mails: {
    singular: 'Modelo de e-mail',
    plural: 'Modelos de e-mail',
    meta: 'mail',
    permission: 'CONFIGURACAO_ESQUEMAS',
  },
  rules: { singular: 'Regra', plural: 'Regras', meta: 'rule', permission: 'CONFIGURACAO_REGRAS' },
  dashboards: {
    singular: 'Painel de relatórios',
    plural: 'Painéis de relatórios',
    meta: 'dashboard',
    permission: 'CONFIGURACAO_RELATORIOS',
  },
  words: { singular: 'Palavras', plural: 'Palavras', meta: 'words', permission: 'CONFIGURACAO_ESQUEMAS' },
};

/** Something wrong or noteworthy in a definition: where it is, and what to do. Only errors prevent publication. */
export interface DefinitionProblem extends FileProblem {
  severity: 'ERRO' | 'AVISO';
  /** The definitions that the sentence names, so that each can be opened. */
  uses?: readonly DefinitionLink[];
}

/** One sentence of a comparison of two versions, and the place it refers to. */
export interface DefinitionChange {
  pointer: string;
  /** "Campo 'Rota' passou a obrigatório". */
  sentence: string;
}

/** A JSON Schema (draft 2020-12) as stored in these files. */
export type JsonSchema = { readonly [key: string]: unknown };
