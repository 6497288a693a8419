import type { CalendarDate } from '../calendarDate.ts';
import type { JsonSchema } from '../definitions/definition.ts';
import type { UiSchema } from '../forms/formDefinition.ts';

/** Document 000 (service area) and document 001 (call-center) register by rules of their own. */
export const REGISTRATION_AREAS = ['SAC', 'CALLCENTER'] as const;
export type RegistrationArea = (typeof REGISTRATION_AREAS)[number];

/** The steps in order. `campos-adicionais` is drawn from schemas/fields/cliente.json and has no file. */
export const REGISTRATION_STEPS = [
  'documento',
  'empresa',
  'contatos',
  'enderecos',
  'campos-adicionais',
] as const;
export type RegistrationStepName = (typeof REGISTRATION_STEPS)[number];

/**
 * What a step's schema may ask beside its own data; the server fills it in and throws away what a client sends.
 * It stands in the step's data under `contexto`, so that rules are plain if/then (FORMS.md 4).
 */
export interface RegistrationContext {
  tipo: 'PF' | 'PJ';
  simulacao: boolean;
  temFiliais: boolean;
  temAtividades: boolean;
  temComoConheceu: boolean;
  /** Parameter permiteCadastroCpfSemIE. */
  permiteCpfSemIE: boolean;
  /** Not made optional by inputsOpcionaisCadastroCliente.tabela_preco. */
  tabelaPrecoObrigatoria: boolean;
  /** Nobody is born after it. */
  hoje: CalendarDate;
}

/** A file of schemas/registration/: `sac-empresa.json`, `callcenter-contatos.json`. */
export interface RegistrationStep {
  formato: 1;
  /** `<area>-<etapa>` in lower case; the file's name. */
  id: string;
  area: RegistrationArea;
  etapa: Exclude<RegistrationStepName, 'campos-adicionais'>;
  titulo: string;
  descricao?: string;
  schema: JsonSchema;
  ui: UiSchema;
  /** `espera`: 'valido', or the pointers that must be refused, and no others. */
  testes: { nome: string; dados: Record<string, unknown>; espera: 'valido' | string[] }[];
}
