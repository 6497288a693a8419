/** Why something cannot be accepted: the place, and a Portuguese sentence that says what to do. */
export interface Problem {
  /** Dotted path of the field on the wire: 'itens.0.qtd_solicitada'. */
  field: string;
  message: string;
}

/** The problems of a part, prefixed with the part's path. */
export const prefixProblems = (path: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ field, message }) => ({ field: `${path}.${field}`, message }));

/** Messages by field, in the shape of `errors` in an error response; the first problem of a field wins. */
export function textsOf(problems: readonly Problem[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { field, message } of problems) texts[field] ??= message;
  return texts;
}

/** An error in a file of schemas/: the place as a JSON pointer, and a Portuguese sentence that says what to do. */
export interface FileProblem {
  /** '/tipos/0/menu'; '' means the whole file. */
  pointer: string;
  message: string;
}

/** A problem for each value that occurred earlier; `what` names it ('A chave', 'O código'). */
export function repeatedProblems(
  what: string,
  values: readonly (readonly [pointer: string, value: string | number])[],
): FileProblem[] {
  const seen = new Set<string | number>();
  return values.flatMap(([pointer, value]) => {
    const repeated = seen.has(value);
    seen.add(value);
    return repeated ? [{ pointer, message: `${what} ${value} se repete. Use outro valor.` }] : [];
  });
}
