import type { Expression } from '../../expression/tree.ts';
import type { RuleAction } from './ruleActions.ts';

/** After something happens to a record. */
interface ByEvent {
  tipo: 'EVENTO';
  evento: string;
  /** Only where this added field, or this field of the company's own type, is among what was changed; a key of the map. */
  mudou?: string;
}

/** So long after a moment or day of the record, or before it where the number is negative; of a birthday every year. */
interface ByDue {
  tipo: 'PRAZO';
  campo: string;
  quantidade: number;
  unidade: 'DIAS' | 'HORAS';
}

/** At a time of the company's zone, for each record of which the condition is true. */
interface ByClock {
  tipo: 'HORARIO';
  /** 'HH:MM' */
  hora: string;
  /** 0 is Sunday. */
  dias: readonly number[];
}

/** When a person asks for it, on one ticket or on many: a macro, which acts with that person's own rights. */
interface ByPerson {
  tipo: 'PESSOA';
}

export type RuleTrigger = ByEvent | ByDue | ByClock | ByPerson;

/** What macros are about. */
export const MACRO_ENTITY = 'tickets';

/** Also of a draft that does not say yet what starts it. */
export const isMacro = ({ quando }: Partial<Pick<CompanyRule, 'quando'>>): boolean =>
  quando?.tipo === 'PESSOA';

/**
 * A rule that the company wrote: when something happens to a record of an entity, and a condition is true of it, these actions are
 * carried out in their order, with the rights of a role (schemas/meta/rule.schema.json). Whether it is on is no part of it.
 */
export interface CompanyRule {
  formato: 1;
  id: string;
  titulo: string;
  descricao?: string;
  /** Of the map. */
  entidade: string;
  quando: RuleTrigger;
  /** Always, if absent. */
  se?: Expression;
  entao: RuleAction[];
  /** The key of the role whose rights the rule acts with; macros have none. */
  papel?: string;
  /** The most actions in an hour; further ones wait. */
  limitePorHora?: number;
  /** Whether it sees what imports and the import of invoices write. */
  importacoes?: boolean;
  /** Whether it sees what bulk actions write; yes if absent. */
  emLote?: boolean;
}

export const MAX_ACTIONS = 20;
/** How many rules may follow each other before a chain stops. */
export const MAX_CHAIN = 3;
/** Above so many actions in a minute a rule waits. */
export const ACTIONS_A_MINUTE = 100;
/** The most records that a rule by time looks at in one go. */
export const MAX_LOOK = 500;

/** What may become of an event that a rule looked at. */
export const RUN_STATES = ['NA_FILA', 'ESPERANDO', 'FEITO', 'IGNORADO', 'SO_REGISTROU', 'ERRO'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RUN_STATE_NAMES: Readonly<Record<RunState, string>> = {
  NA_FILA: 'Na fila',
  ESPERANDO: 'Esperando',
  FEITO: 'Feito',
  IGNORADO: 'Não se aplicou',
  SO_REGISTROU: 'Só registrou',
  ERRO: 'Com erro',
};

/** What a published rule does: nothing, writing down what it would do, or doing it. */
export const RULE_MODES = ['DESLIGADA', 'SO_REGISTRA', 'LIGADA'] as const;
export type RuleMode = (typeof RULE_MODES)[number];

export const RULE_MODE_NAMES: Readonly<Record<RuleMode, string>> = {
  DESLIGADA: 'Desligada',
  SO_REGISTRA: 'Só registra',
  LIGADA: 'Ligada',
};
