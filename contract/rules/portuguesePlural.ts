/**
 * A proposal for the plural of a Portuguese name, whose words agree up to the first preposition: 'contrato de comodato' gives
 * 'contratos de comodato'. Only a proposal, because endings do not decide every case.
 */
export function pluralOf(name: string): string {
  let linked = false;
  return name.replace(/[\p{L}\p{M}\d]+/gu, (word, at: number) => {
    linked ||= PREPOSITIONS.has(word.toLowerCase());
    // The first part of 'pré-venda' or 'guarda-chuva' stays.
    const compound = name[at + word.length] === '-' && !/^-\p{L}{1,3}-/u.test(name.slice(at + word.length));
    return linked || compound ? word : pluralOfWord(word, at === 0);
  });
}

const PREPOSITIONS = new Set(
  'a à às ao aos com contra da das de do dos em entre na nas no nos para pela pelas pelo pelos por sem sob sobre até'.split(
    ' ',
  ),
);

/** Endings and what replaces them, of which the first that fits applies. Any other word in s or x stays: 'lápis', 'tórax'. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(^(?:corri)?m|^irm|cidad|^crist|^pag|^gr|^v|^ch|^órg|^órf|^bênç|^sót)ão$/, '$1ãos'],
  [/(^c|^p|^capit|^alem|^catal|^escriv|^tabeli)ão$/, '$1ães'],
  [/ão$/, 'ões'],
  [/m$/, 'ns'],
  [/^caráter$/, 'caracteres'],
  [/^(jú|sê)nior$/, '$1niores'],
  [/^(mal|cônsul)$/, '$1es'],
  [/([rz])$/, '$1es'],
  [/ás$/, 'ases'],
  [/[éê]s$/, 'eses'],
  [/ís$/, 'íses'],
  [/ós$/, 'oses'],
  [/([sx])$/, '$1'],
  // An accent before the ending takes the stress away from it: 'móvel', 'útil', 'álcool'.
  [/([áâéêíóôú].*e)l$/, '$1is'],
  [/([áâéêíóôú].*)il$/, '$1eis'],
  [/([áâéêíóôú].*o)l$/, '$1is'],
  [/([au])l$/, '$1is'],
  [/el$/, 'éis'],
  [/ol$/, 'óis'],
  [/il$/, 'is'],
  [/$/, 's'],
];

function pluralOfWord(word: string, first: boolean): string {
  const lower = word.toLowerCase();
  if (lower === 'e' || lower === 'ou' || /\d/.test(word)) return word;
  // 'CEPs', but 'clientes PJ'.
  if (word.length > 1 && word === word.toUpperCase()) return first ? `${word}s` : word;
  const [ending, plural] = ENDINGS.find(([each]) => each.test(lower)) ?? [/$/, 's'];
  const many = lower.replace(ending, plural);
  return word[0] === lower[0] ? many : many.charAt(0).toUpperCase() + many.slice(1);
}
