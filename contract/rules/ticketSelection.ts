/** The only choice, when there is no other: a customer's single branch is chosen at once (document 000, section 5). */
export const onlyOne = <T>(options: readonly T[]): T | null =>
  options.length === 1 ? (options[0] ?? null) : null;

/** The origin is forced when only one exists; otherwise the stored one is kept while it is still offered (section 9). */
export const initialOrigin = <T extends { chave: string }>(
  origins: readonly T[],
  stored: string | null,
): T | null => onlyOne(origins) ?? origins.find(({ chave }) => chave === stored) ?? null;
