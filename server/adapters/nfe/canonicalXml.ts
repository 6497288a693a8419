import { SaxesParser } from 'saxes';
import type { XmlElement } from './xmlTree.ts';

/** Namespaces by prefix; '' is the default namespace. */
type Namespaces = ReadonlyMap<string, string>;

/** The namespaces in scope inside the last element of `path`, a chain of nested elements from the root. */
export function namespacesWithin(path: readonly XmlElement[]): Namespaces {
  const found = new Map<string, string>();
  for (const { attributes } of path)
    for (const [name, value] of Object.entries(attributes)) {
      const prefix = declaredPrefix(name);
      if (prefix !== undefined) found.set(prefix, value);
    }
  return found;
}

const declaredPrefix = (name: string): string | undefined => {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : undefined;
};

/**
 * Returns the canonical form (inclusive, 1.0, without comments) of an element: `text` from its `<` to its `>`, in a place
 * where the namespaces `around` are in scope. A full DOM of a note takes ten times as long. `xml:` attributes of ancestors
 * are not inherited: the layout has none, and a note that used them would not verify.
 */
export function canonicalXml(text: string, around: Namespaces): string {
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: Object.fromEntries(around) });
  const parts: string[] = [];
  /** The namespaces rendered by each open element. A file may declare thousands, so none are copied to the next element. */
  const shownBy: Namespaces[] = [];
  const holding = (prefix: string): string =>
    shownBy.findLast((shown) => shown.has(prefix))?.get(prefix) ?? '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const given = Object.values(attributes);
    const isApex = shownBy.length === 0;
    if (!isApex && given.length === 0) {
      parts.push('<', name, '>');
      shownBy.push(NOTHING);
      return;
    }
    const declared = given.flatMap((each) => {
      const prefix = declaredPrefix(each.name);
      return prefix === undefined ? [] : [[prefix, each.value] as const];
    });
    const shown = [...new Map([...(isApex ? around : []), ...declared])].filter(
      ([prefix, uri]) => holding(prefix) !== uri,
    );
    const others = given.filter((each) => declaredPrefix(each.name) === undefined);
    parts.push('<', name);
    for (const [prefix, uri] of shown.sort(([a], [b]) => order(a, b)))
      parts.push(prefix ? ` xmlns:${prefix}="` : ' xmlns="', escaped(uri, IN_ATTRIBUTE), '"');
    for (const each of others.sort((a, b) => order(a.uri, b.uri) || order(a.local, b.local)))
      parts.push(' ', each.name, '="', escaped(each.value, IN_ATTRIBUTE), '"');
    parts.push('>');
    shownBy.push(new Map(shown));
  });
  parser.on('closetag', ({ name }) => {
    shownBy.pop();
    parts.push('</', name, '>');
  });
  const addText = (read: string) => parts.push(escaped(read, IN_TEXT));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('processinginstruction', ({ target, body }) => {
    parts.push('<?', target, body && ' ', body, '?>');
  });
  parser.write(text).close();
  return parts.join('');
}

const NOTHING: Namespaces = new Map();

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<"\t\n\r]/g;
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

const escaped = (text: string, special: RegExp): string =>
  text.search(special) < 0 ? text : text.replace(special, (found) => REFERENCES[found] ?? found);
