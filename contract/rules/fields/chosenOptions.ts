/**
 * A chosen option whose source is elsewhere, stored with the name that it had when it was chosen: whoever shows or sends it
 * needs no source.
 */
interface NamedOption {
  valor: string;
  rotulo: string;
}

export const isNamedOption = (value: unknown): value is NamedOption =>
  typeof value === 'object' && value !== null && 'valor' in value && 'rotulo' in value;

/**
 * Values of an option field as texts, whether it takes one or several, since a field with one value may later be changed to
 * accept several.
 */
export const chosenOf = (value: unknown): string[] =>
  [value].flat().flatMap((each) => {
    const chosen = isNamedOption(each) ? each.valor : each;
    return typeof chosen === 'string' || typeof chosen === 'number' ? [String(chosen)] : [];
  });
