import { listText } from '../rules/text.ts';
import { NOTICES, wordOf } from './words.ts';

const FOLLOWING = 'aviso a quem segue um ticket';
const RESPONSIBLE = 'aviso ao operador de um ticket';
const ABSENCE = 'aviso de ausência';
const BROWSER = 'aviso do navegador';

/**
 * What the console tells people by itself, in the bell and by their browser. A name in double braces stands for what is filled in. What
 * people wrote, as the subject of a ticket, stands beside these texts and not in them.
 */
const TEXTS = {
  SEGUIDO_MENSAGEM: ['Mensagem nova no ticket {{ticket}}', FOLLOWING],
  SEGUIDO_ANDAMENTO: ['Ticket {{ticket}}: {{movimento}}', FOLLOWING],
  SEGUIDO_POR: ['Por {{pessoa}}.', FOLLOWING],
  SEGUIDO_POR_EM_LOTE: ['Por {{pessoa}}, em lote.', FOLLOWING],
  SEGUIDOS_EM_LOTE: ['Novidades em {{tickets}} que você segue', FOLLOWING],
  SEGUIDOS_QUAIS: ['Por {{pessoa}}, em lote: {{lista}}', FOLLOWING],
  SEGUE: ['Você segue o ticket {{ticket}}', FOLLOWING],
  SEGUE_POR: ['{{pessoa}} incluiu você. Para deixar de seguir, abra o ticket.', FOLLOWING],
  RETIRADO: ['O ticket {{ticket}} não está mais com você', `${RESPONSIBLE}, e-mail a ele`],
  RETIRADO_POR: ['{{pessoa}} mudou o operador.', RESPONSIBLE],
  DEVOLVIDO: ['O ticket {{ticket}} está de novo com você', RESPONSIBLE],
  DEVOLVIDO_POR: ['{{pessoa}} desfez a mudança de operador.', RESPONSIBLE],
  RECEBIDOS: ['Você recebeu {{tickets}}', RESPONSIBLE],
  RECEBIDOS_POR: ['{{pessoa}} distribuiu tickets: {{lista}}', RESPONSIBLE],
  VOLTOU: ['O ticket {{ticket}} voltou: {{motivo}}', RESPONSIBLE],
  VOLTOU_ADIADO: ['Estava adiado até {{quando}}.', RESPONSIBLE],
  VOLTOU_HORA: ['chegou a hora marcada', `${RESPONSIBLE}, no lugar de {{motivo}}`],
  VOLTOU_RESPOSTA: ['chegou uma resposta', `${RESPONSIBLE}, no lugar de {{motivo}}`],
  SUBSTITUI: ['Você substitui {{pessoa}}', ABSENCE],
  SUBSTITUI_NAO: ['Você não substitui mais {{pessoa}}', ABSENCE],
  AUSENCIA: ['Ausência {{dias}}.', ABSENCE],
  AUSENCIA_SUA: ['Sua ausência {{dias}}', ABSENCE],
  AUSENCIA_INFORMADA: ['Informada por {{pessoa}}.', ABSENCE],
  AUSENCIA_EXCLUIDA: ['Excluída por {{pessoa}}.', ABSENCE],
  NAVEGADOR_MENSAGEM: ['Nova mensagem no ticket {{ticket}}', BROWSER],
  NAVEGADOR_MENSAGEM_DE: ['De {{pessoa}}', BROWSER],
  NAVEGADOR_SEU: ['O ticket {{ticket}} é seu', BROWSER],
  NAVEGADOR_SEU_POR: ['Passado por {{pessoa}}', BROWSER],
  NAVEGADOR_RETIRADO_POR: ['Mudado por {{pessoa}}', BROWSER],
  NAVEGADOR_RESPOSTA: ['Resposta à sua solicitação', `${BROWSER} ao consumidor`],
  NAVEGADOR_RESPOSTA_QUAL: ['Solicitação {{ticket}}', `${BROWSER} ao consumidor`],
  NAVEGADOR_NOVO: ['Novo aviso para você', BROWSER],
  NAVEGADOR_NOVO_ONDE: ['Está no sino do console.', BROWSER],
} as const;

type NoticeKey = keyof typeof TEXTS;

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Values<Key extends NoticeKey> = Readonly<Record<NamesIn<(typeof TEXTS)[Key][0]>, string | number>>;

const NAME = /\{\{(\w+)\}\}/g;

/** The text of a notice as the company words it, with what it tells of filled in. */
export function noticeText<Key extends NoticeKey>(key: Key, values: Values<Key>): string {
  const given = values as Readonly<Record<string, string | number>>;
  return wordOf(NOTICES, key, TEXTS[key][0]).replace(NAME, (written, name: string) =>
    Object.hasOwn(given, name) ? String(given[name]) : written,
  );
}

/** The shipped texts, with where each is read. */
export const noticeWords = (): { chave: string; padrao: string; onde: string }[] =>
  Object.entries(TEXTS).map(([chave, [padrao, onde]]) => ({ chave, padrao, onde }));

/** The names that a text has filled in. */
const namesIn = (text: string): string[] => [...text.matchAll(NAME)].map(([, name = '']) => name);

/** Why a text cannot stand in the place of a shipped one, as far as what is filled in goes. */
export function noticeProblem(text: string, standard: string): string | null {
  const allowedNames = namesIn(standard);
  const other = namesIn(text).find((name) => !allowedNames.includes(name));
  const choice = listText(
    allowedNames.map((name) => `{{${name}}}`),
    'ou',
  );
  if (other !== undefined)
    return allowedNames.length === 0
      ? `Este aviso não tem o que preencher: tire {{${other}}}.`
      : `Aqui não se preenche {{${other}}}. Use ${choice}.`;
  if (/[{}]/.test(text.replace(NAME, '')))
    return allowedNames.length === 0
      ? 'Tire as chaves { e }: este aviso não tem o que preencher.'
      : `Escreva o que se preenche com duas chaves de cada lado: ${choice}.`;
  return null;
}
