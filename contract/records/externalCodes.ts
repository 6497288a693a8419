/** What the form says of the codes. */
export const codesText =
  'Como outros sistemas chamam este registro. Importações e integrações podem usar estes códigos no lugar da chave.';

/** One code of each source: `{ erp: '00123' }`. `null` takes the code of a source away. */
export type ExternalCodes = Readonly<Record<string, string | null>>;

interface CodeLine {
  fonte?: string;
  codigo?: string;
}

/** As lines of a form. */
export const codeLines = (codes: unknown): CodeLine[] =>
  isCodes(codes) ? Object.entries(codes).map(([fonte, codigo]) => ({ fonte, codigo: codigo ?? '' })) : [];

/** The same lines as they travel: a source of `before` that is no longer among them is taken away. */
export function codesOf(lines: unknown, before: unknown): ExternalCodes {
  const given = (Array.isArray(lines) ? (lines as CodeLine[]) : []).flatMap(({ fonte, codigo }) =>
    fonte ? [[fonte, codigo ?? ''] as const] : [],
  );
  const gone = Object.keys(isCodes(before) ? before : {}).map((fonte) => [fonte, null] as const);
  return Object.fromEntries([...gone, ...given]);
}

export const isCodes = (codes: unknown): codes is ExternalCodes =>
  typeof codes === 'object' && codes !== null && !Array.isArray(codes);
