/** A part of a query, as the parser gives it. */
export type Node = Record<string, unknown>;

/** The parser leaves a 0 and an empty text out. */
export function constantOf(node: Node | undefined): string | number | null {
  const constant = node?.A_Const as { ival?: { ival?: number }; sval?: { sval?: string } } | undefined;
  if (constant?.ival) return constant.ival.ival ?? 0;
  return constant?.sval ? (constant.sval.sval ?? '') : null;
}

/** The words of a name. */
export const wordsOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).flatMap((each) => {
    const word = (each as { String?: { sval?: string } }).String;
    return word ? [word.sval ?? ''] : [];
  });
