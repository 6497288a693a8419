import { allows, type ModuleGrant, type PersonType } from '../permissions.ts';
import { type RecordScope, reachOf } from './recordScope.ts';
import type { RecordPermissions } from './recordType.ts';

/** What somebody may do with the records of a type. */
export type RecordVerb = keyof RecordPermissions;
export const RECORD_VERBS = [
  'ler',
  'criar',
  'alterar',
  'excluir',
  'importar',
] as const satisfies RecordVerb[];

export const verbNames: Readonly<Record<RecordVerb, string>> = {
  ler: 'Ver',
  criar: 'Criar',
  alterar: 'Mudar',
  excluir: 'Excluir',
  importar: 'Importar',
};

/**
 * What a role for such people may be given of a type: nothing of one that does not name them, and consumers only ever read. A
 * type without a declared scope is open to everybody but consumers, as it was.
 */
export function givableVerbs(
  base: PersonType | null,
  escopo: readonly RecordScope[] | undefined,
): readonly RecordVerb[] {
  if (base === 'CONSUMIDOR_FINAL') return escopo && reachOf(base, escopo) !== 'NENHUM' ? ['ler'] : [];
  if (!base || !escopo) return RECORD_VERBS;
  return reachOf(base, escopo) === 'NENHUM' ? [] : RECORD_VERBS;
}

interface RoleOfType {
  base: PersonType | null;
  grants: readonly ModuleGrant[];
}

/**
 * What the publish dialog proposes for a role: what its permissions over the company's own types say, and besides that those
 * whom the type names read it, and operators and supervisors also keep it. Consumers are proposed nothing.
 */
export function proposedVerbs({ base, grants }: RoleOfType, escopo: readonly RecordScope[]): RecordVerb[] {
  const verbs: RecordVerb[] = allows(grants, 'CADASTROS_PROPRIOS')
    ? RECORD_VERBS.filter((verb) => allows(grants, OF_ALL[verb]))
    : [];
  const usual = base ? USUAL[base] : [];
  return givableVerbs(base, escopo).filter((verb) => verbs.includes(verb) || usual.includes(verb));
}

const OF_ALL = {
  ler: 'CADASTROS_PROPRIOS',
  criar: 'CADASTROS_PROPRIOS_CRIAR',
  alterar: 'CADASTROS_PROPRIOS_ALTERAR',
  excluir: 'CADASTROS_PROPRIOS_EXCLUIR',
  importar: 'CADASTROS_PROPRIOS_IMPORTAR',
} as const;

const USUAL: Readonly<Record<PersonType, readonly RecordVerb[]>> = {
  ADMIN: RECORD_VERBS,
  GERENTE: RECORD_VERBS,
  SUPERVISOR: ['ler', 'criar', 'alterar'],
  OPERADOR: ['ler', 'criar', 'alterar'],
  VENDEDOR: ['ler'],
  REPRESENTANTE: ['ler'],
  CONSUMIDOR_FINAL: [],
};

/** Whoever may do anything with the records also sees them. */
export const withReading = (verbs: readonly RecordVerb[]): RecordVerb[] =>
  RECORD_VERBS.filter((verb) => verbs.includes(verb) || (verb === 'ler' && verbs.length > 0));
