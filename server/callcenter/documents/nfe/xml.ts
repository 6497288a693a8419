/** An XML value: text, an element or several; null, undefined and false produce nothing. */
export type Node = string | Element | null | undefined | false | readonly Node[];

export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Node[];
}

/** `element('dest', element('CPF', '…'))`; texts are escaped when they are written. */
export const element = (name: string, ...children: Node[]): Element => ({ name, attributes: {}, children });

export const withAttributes = (given: Element, attributes: Record<string, string>): Element => ({
  ...given,
  attributes,
});

export const document = (root: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`;

function written(node: Node): string {
  if (node === null || node === undefined || node === false) return '';
  if (typeof node === 'string') return escaped(node);
  if (isList(node)) return node.map(written).join('');
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(written).join('')}</${node.name}>`;
}

const isList = (node: Element | readonly Node[]): node is readonly Node[] => Array.isArray(node);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML cannot represent, such as control characters, are removed. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these characters must be refused
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
