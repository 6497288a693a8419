import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { Content } from './editorProps.ts';

type NewResults = (content: Content) => Promise<Content>;

/** Of each kind that is tried by examples before it is published: the examples, expecting what happens now. */
export const newResults: Partial<Record<DefinitionKind, NewResults>> = {
  fields: async (content) => (await import('./fields/newResults.ts')).withNewResults(content),
  registration: async (content) => (await import('./registration/newResults.ts')).withNewResults(content),
  records: async (content) => (await import('./records/newResults.ts')).withNewResults(content),
  reports: async (content) => (await import('./reports/newResults.ts')).withNewResults(content),
};
