import { HighlightStyle } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** Classes alone; CodeFrame gives them the colours of the palette, for light and dark. */
export const codeColors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'code-key' },
  { tag: [tags.string, tags.special(tags.string)], class: 'code-text' },
  { tag: [tags.number, tags.integer, tags.float], class: 'code-number' },
  { tag: [tags.bool, tags.null, tags.atom], class: 'code-word' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], class: 'code-keyword' },
  { tag: [tags.typeName, tags.standard(tags.name)], class: 'code-type' },
  { tag: [tags.lineComment, tags.blockComment, tags.comment], class: 'code-comment' },
  { tag: [tags.invalid], class: 'code-invalid' },
]);
