const NONE: Readonly<Record<string, string>> = {};

/**
 * What the server said of the line at a place of what was sent, by field. A line without a fault always gets the same
 * empty object, so that it is not drawn anew. The line's name before each text is taken off: it stands above.
 */
export function errorsOfLine(
  errors: Readonly<Record<string, string>>,
  path: string,
  index: number,
  label: string,
): Readonly<Record<string, string>> {
  const start = `${path}.${index}.`;
  const own = Object.entries(errors).filter(([field]) => field.startsWith(start));
  if (index < 0 || own.length === 0) return NONE;
  return Object.fromEntries(
    own.map(([field, text]) => [field.slice(start.length), sentence(text.replace(`${label}: `, ''))]),
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
