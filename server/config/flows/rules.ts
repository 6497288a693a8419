import type { FileProblem } from '../../../contract/rules/fileProblem.ts';
import type { Flow } from '../../../contract/rules/flow.ts';
import { flowProblems } from '../../../contract/rules/flowProblems.ts';
import { metaSchemaProblems } from './metaSchema.ts';

/** A flow, or the reasons why the text of its file is none. */
export interface ReadFlow {
  flow: Flow | null;
  /** Sentences, each with the place in the file. */
  problems: string[];
}

/** Reads a file of schemas/flows/: its meta-schema first, then what only a walk through the flow can tell. */
export function readFlow(file: string, text: string): ReadFlow {
  const content = parsed(text);
  if (content instanceof Error)
    return refused([{ pointer: '', message: `JSON inválido: ${content.message}` }]);
  const shape = metaSchemaProblems('flow', content);
  if (shape.length > 0) return refused(shape);
  const { $schema: _, ...flow } = content as Flow & { $schema?: string };
  const problems = [...nameProblems(file, flow), ...flowProblems(flow)];
  return problems.length > 0 ? refused(problems) : { flow, problems: [] };
}

/** The name must be the key, so that two files never fight over one flow. */
const nameProblems = (file: string, { chave }: Flow): FileProblem[] =>
  file === `${chave}.json`
    ? []
    : [{ pointer: '/chave', message: `O arquivo precisa se chamar ${chave}.json, como a chave.` }];

const refused = (problems: FileProblem[]): ReadFlow => ({
  flow: null,
  problems: problems.map(({ pointer, message }) => (pointer ? `${pointer}: ${message}` : message)),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
