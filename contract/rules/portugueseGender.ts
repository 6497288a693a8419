export type Gender = 'm' | 'f';

/**
 * The likely gender of a Portuguese noun or of what begins with one: 'vistoria técnica' is feminine, 'contrato de comodato'
 * masculine. Only a proposal, because endings do not decide every case.
 */
export function genderOf(name: string): Gender {
  const word = name.trim().toLowerCase().replace(PREFIX, '').split(/[\s-]/)[0] ?? '';
  if (FEMININE.has(word)) return 'f';
  if (MASCULINE.has(word)) return 'm';
  return ENDINGS.find(([ending]) => ending.test(word))?.[1] ?? 'm';
}

const PREFIX = /^(pré|pós|sub|mini|auto)-/;

/** Endings of which the first that fits decides. Any other word is masculine. */
const ENDINGS: readonly (readonly [RegExp, Gender])[] = [
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
