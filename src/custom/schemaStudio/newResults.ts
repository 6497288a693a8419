import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { Content } from './editorProps.ts';

type NewResults = (content: Content) => Promise<Content>;

/** Of each kind that is tried by examples before it is published: the examples, expecting what happens now. */
export const newResults: Partial<Record<DefinitionKind, NewResults>> = {
  fields: async (content) => (await import('./fields/fieldEdits.ts')).withNewResults(content),
  registration: async (content) => (await import('./registration/stepEdits.ts')).withNewResults(content),
  records: async (content) => (await import('./records/typeEdits.ts')).withNewResults(content),
  reports: async (content) => (await import('./reports/parameterEdits.ts')).withNewResults(content),
};
