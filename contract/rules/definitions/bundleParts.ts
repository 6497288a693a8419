import type { Permission } from '../../permissions.ts';
import { DEFINITION_KINDS, type DefinitionKind, definitionKinds } from './definition.ts';

/** What a bundle holds beside definitions: rows of other nouns, written by their own commands. */
export const PART_KINDS = [
  'roles',
  'parameters',
  'menus',
  'types',
  'reasons',
  'boards',
  'schedules',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Anything that a line of a bundle may be. */
export type BundleKind = DefinitionKind | PartKind;
export const BUNDLE_KINDS: readonly BundleKind[] = [...DEFINITION_KINDS, ...PART_KINDS];

interface PartWords {
  singular: string;
  plural: string;
  /** What whoever takes one along, or brings one, needs. */
  permission: Permission;
  /** What stays where it is, as a sentence. */
  stays: string;
}

export const partKinds: Readonly<Record<PartKind, PartWords>> = {
  roles: {
    singular: 'Perfil',
    plural: 'Perfis',
    permission: 'CONFIGURACAO_PERFIS',
    stays: 'As pessoas que o têm e as permissões sobre cadastros próprios ficam.',
  },
  parameters: {
    singular: 'Parâmetro',
    plural: 'Parâmetros',
    permission: 'CONFIGURACAO_PARAMETROS',
    stays: 'Vai o valor geral; os valores de filiais ficam.',
  },
  menus: {
    singular: 'Menu de tickets',
    plural: 'Menus de tickets',
    permission: 'CADASTROS_EMPRESA',
    stays: '',
  },
  types: {
    singular: 'Tipo de ticket',
    plural: 'Tipos de ticket',
    permission: 'CADASTROS_EMPRESA',
    stays: 'A habilidade de quem atende fica.',
  },
  reasons: {
    singular: 'Motivo de ticket',
    plural: 'Motivos de ticket',
    permission: 'CADASTROS_LISTAS',
    stays: '',
  },
  boards: {
    singular: 'Quadro de acompanhamento',
    plural: 'Quadros de acompanhamento',
    permission: 'ACOMPANHAMENTO_CLIENTE_EDITAR',
    stays: '',
  },
  schedules: {
    singular: 'Envio de relatório',
    plural: 'Envios de relatórios',
    permission: 'RELATORIOS_AGENDAR',
    stays: 'Quem recebe fica, e também os filtros que citam registros ou um texto escrito.',
  },
};

export const isPartKind = (kind: string): kind is PartKind => PART_KINDS.some((one) => one === kind);

/** The display name of a kind, and the permission that it needs. */
export const bundleKind = (kind: BundleKind): { singular: string; plural: string; permission: Permission } =>
  isPartKind(kind) ? partKinds[kind] : definitionKinds[kind];
