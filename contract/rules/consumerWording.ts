import { upperFirst } from './text.ts';

/** Words before the noun that agree with it. */
const BEFORE: Readonly<Record<string, string>> = {
  o: 'a',
  os: 'as',
  um: 'uma',
  do: 'da',
  dos: 'das',
  no: 'na',
  nos: 'nas',
  ao: 'à',
  aos: 'às',
  pelo: 'pela',
  pelos: 'pelas',
  este: 'esta',
  estes: 'estas',
  esse: 'essa',
  deste: 'desta',
  neste: 'nesta',
  seu: 'sua',
  seus: 'suas',
  novo: 'nova',
  novos: 'novas',
  outro: 'outra',
  outros: 'outras',
  próximo: 'próxima',
  primeiro: 'primeira',
  nenhum: 'nenhuma',
};

const LEADS = Object.keys(BEFORE).join('|');
/** Words between the noun and its participle. */
const LINKS = 'já|não|está|estão|é|foi|foram';
const ENDS = '[\\p{L}]+(?:ad|id|ert|nov)|nov';

const PHRASE = new RegExp(
  `(?<![\\p{L}/])((?:(?:${LEADS})\\s+)*)(tickets?)(?![\\p{L}]|\\.\\p{L})((?:\\s+\\d+)?(?:\\s+(?:${LINKS}))*\\s+(?:${ENDS})o(s?)(?![\\p{L}]))?`,
  'giu',
);

/**
 * Rewrites a sentence about tickets for end consumers, who read 'solicitação' with agreeing words. Applied only to the
 * console's own sentences, never to text written by people.
 */
export const consumerWording = (text: string): string =>
  text.replace(PHRASE, (_all, leads: string, noun: string, after = '') => {
    const before = leads.replace(/\p{L}+/gu, (word) => matchCase(word, BEFORE[word.toLowerCase()] ?? word));
    const own = /s$/i.test(noun) ? 'solicitações' : 'solicitação';
    return `${before}${matchCase(noun, own)}${after.replace(/o(s?)$/i, (end: string) => matchCase(end, /s$/i.test(end) ? 'as' : 'a'))}`;
  });

/** Capitalises like the word it replaces. */
function matchCase(before: string, after: string): string {
  if (before.length > 1 && before === before.toUpperCase()) return after.toUpperCase();
  return before === upperFirst(before) ? upperFirst(after) : after;
}
