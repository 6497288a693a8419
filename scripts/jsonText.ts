const WIDTH = 140;

/** JSON formatted for reading and comparing: a value that fits on one line is written on one line. */
export function jsonText(value: unknown, indent = ''): string {
  const flat = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length >= MAX_INLINE && value.every((one) => typeof one === 'string'))
    return `[\n${filled(value, inner)}\n${indent}]`;
  if (Array.isArray(value)) {
    return `[\n${value.map((one) => inner + jsonText(one, inner)).join(',\n')}\n${indent}]`;
  }
  const rows = entriesOf(value).map(
    ([key, one]) => `${inner}${JSON.stringify(key)}: ${jsonText(one, inner)}`,
  );
  return `{\n${rows.join(',\n')}\n${indent}}`;
}

/** From this many strings on, a list is written in filled lines instead of one string per line. */
const MAX_INLINE = 16;

/** Puts as many words on each line as fit. */
function filled(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const word of words.map((one) => JSON.stringify(one))) {
    const longer = lines.length > 0 ? `${lines.at(-1)}, ${word}` : '';
    if (longer && indent.length + longer.length < WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => indent + line).join(',\n');
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = entriesOf(value).map(([key, one]) => `${JSON.stringify(key)}: ${oneLine(one)}`);
  return parts.length ? `{ ${parts.join(', ')} }` : '{}';
}

const entriesOf = (value: object) => Object.entries(value).filter(([, one]) => one !== undefined);
