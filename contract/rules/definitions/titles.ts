import { isRecord } from '../jsonRecord.ts';
import type { FileProblem } from '../problem.ts';
import { titleProblem } from '../titles.ts';
import { escapePointer } from './jsonLines.ts';

/** The keys under which definitions hold what people read as a title, in every kind. */
const TITLES: ReadonlySet<string> = new Set([
  ...['titulo', 'um', 'muitos', 'descricao', 'grupo', 'rotulo', 'nome', 'item', 'ajuda'],
  ...['title', 'label', 'ui:enumNames'],
]);
/** Data of examples and text in markup, which may be anything; what a field is called stands beside its schema. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'testes',
  'dados',
  'valores',
  'sql',
  'texto',
  'default',
  'padrao',
]);

const LONG: ReadonlySet<string> = new Set(['descricao', 'ajuda']);
/** The titles of a definition, of any kind and at any depth, that people could not read as they are. */
export function titleProblems(content: unknown, pointer = '', key = ''): FileProblem[] {
  if (typeof content === 'string') {
    const message = TITLES.has(key) ? titleProblem(content, LONG.has(key)) : null;
    return message ? [{ pointer, message }] : [];
  }
  if (Array.isArray(content))
    return content.flatMap((one, index) => titleProblems(one, `${pointer}/${index}`, key));
  if (!isRecord(content)) return [];
  return Object.entries(content).flatMap(([name, below]) =>
    NOT_SHOWN.has(name)
      ? []
      : titleProblems(below, `${pointer}/${escapePointer(name)}`, key === 'ui:enumNames' ? key : name),
  );
}
