/** What is wrong with a file of schemas/: where, as a JSON pointer, and a Portuguese sentence that says what to do. */
export interface FileProblem {
  /** '/tipos/0/menu'; '' is the whole file. */
  pointer: string;
  message: string;
}

/** A problem for each value that already stood earlier; `what` names it ('A chave', 'O código'). */
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
