import { upperFirst } from './text.ts';
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
const PLURAL_ENDINGS: readonly (readonly [RegExp, string])[] = [
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
  const [ending, plural] = PLURAL_ENDINGS.find(([each]) => each.test(lower)) ?? [/$/, 's'];
  const many = lower.replace(ending, plural);
  return word[0] === lower[0] ? many : upperFirst(many);
}

export type Gender = 'm' | 'f';

/**
 * The likely gender of a Portuguese noun or of what begins with one: 'vistoria técnica' is feminine, 'contrato de comodato'
 * masculine. Only a proposal, because endings do not decide every case.
 */
export function genderOf(name: string): Gender {
  const word = name.trim().toLowerCase().replace(PREFIX, '').split(/[\s-]/)[0] ?? '';
  if (FEMININE.has(word)) return 'f';
  if (MASCULINE.has(word)) return 'm';
  return GENDER_ENDINGS.find(([ending]) => ending.test(word))?.[1] ?? 'm';
}

const PREFIX = /^(pré|pós|sub|mini|auto)-/;

/** Endings of which the first that fits decides. Any other word is masculine. */
const GENDER_ENDINGS: readonly (readonly [RegExp, Gender])[] = [
  // From Greek: 'sistema', 'programa', 'diploma'. Who does something may be a man or a woman: 'motorista', 'piloto'.
  [/(em|gram|lom|igm|ist)a$/, 'm'],
  [/[aã]$/, 'f'],
  [/(ç|s|gi|ni|xi|li|[eu]st)ão$/, 'f'],
  [/(ade|tude|gem|ice|ície|ie|ite|[aeio]se)$/, 'f'],
  [/[^r]ez$/, 'f'],
];

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Common nouns that no ending decides, or of which it says the opposite. */
const FEMININE = words(
  `algema apólice avó base catástrofe central chave classe colher condicional credencial cor corrente cruz dor equipe estante face fé flor fonte
   foto frente gema gestante grama greve haste hélice hipótese índole lei lente lista luz mão matriz mente moto mulher
   nave neve noite nuvem opinião ordem pane parede parte paz pele pista ponte posse raiz razão rede região revista entrevista
   conquista saúde sede semente sucursal filial tarde torre tribo variante vertente vez vista voz`,
);
const MASCULINE = words(
  `apetite artífice bastão bife caixa camarote chassi clima colega convite corrimão cometa cristão cúmplice delta dia drama
   fantasma gás gorila grão guia ímã índice interesse limite mapa mês papa pijama planeta poeta satélite sósia talismã
   trâmite vale vértice vigia atleta personagem coração avião kit envelope`,
);
