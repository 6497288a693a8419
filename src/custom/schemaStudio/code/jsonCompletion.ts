import { type CompletionContext, type CompletionResult, snippetCompletion } from '@codemirror/autocomplete';
import { jsonPlaceAt } from './jsonPlace.ts';
import { keySuggestions, type Meta, type Suggestion, valueSuggestions } from './metaSchemaAt.ts';

/** Offers what the meta-schema knows at the cursor. */
export const jsonCompletion =
  (meta: () => Meta | undefined) =>
  (context: CompletionContext): CompletionResult | null => {
    const schema = meta();
    const text = context.state.doc.toString();
    const place = schema && jsonPlaceAt(text, context.pos);
    if (!place) return null;
    if (place.from === context.pos && !context.explicit) return null;
    const rest = /^[\w$-]*"?/.exec(text.slice(context.pos))?.[0] ?? '';
    const to = context.pos + rest.length;
    const hasColon = /^\s*:/.test(text.slice(to));
    const options =
      place.kind === 'key'
        ? keySuggestions(schema, place.path)
            .filter(({ label }) => !place.keys.includes(label))
            .map((each) => keyOption(each, hasColon))
        : valueSuggestions(schema, place.path).map(valueOption);
    return options.length > 0 ? { from: place.from, to, options, filter: true } : null;
  };

function keyOption({ label, detail, info }: Suggestion, hasColon: boolean) {
  const more = { ...(detail && { detail }), ...(info && { info }) };
  const text = JSON.stringify(label);
  if (hasColon) return { label: text, displayLabel: label, type: 'property', ...more };
  return snippetCompletion(`${text}: \${}`, { label: text, displayLabel: label, type: 'property', ...more });
}

const valueOption = ({ label, info }: Suggestion) =>
  label === '{}' || label === '[]'
    ? snippetCompletion(`${label[0]}\${}${label[1]}`, { label, type: 'class', ...(info && { info }) })
    : { label, type: 'enum', ...(info && { info }) };
