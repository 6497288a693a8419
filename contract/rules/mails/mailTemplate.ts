import type { DefinitionProblem } from '../definitions/definition.ts';

/** schemas/mails: what customers read of their tickets by e-mail. One file is the frame, the others go into it. */
export const MAIL_TEMPLATES = [
  'moldura',
  'abertura',
  'resposta',
  'etapa',
  'encerramento',
  'reabertura',
] as const;

export type MailTemplateKey = (typeof MAIL_TEMPLATES)[number];

/** What a ticket's life tells of: every template but the frame. */
export type MailNews = Exclude<MailTemplateKey, 'moldura'>;

export interface MailTemplate {
  formato: 1;
  id: MailTemplateKey;
  titulo: string;
  descricao?: string;
  /** Of the frame alone: mail programs put into one conversation only what has one subject. */
  assunto?: string;
  /** Paragraphs. One that is empty once its placeholders are filled in is left out. */
  texto: string[];
  /** Goes to who wants no e-mails too; never the frame's. */
  obrigatorio?: { motivo: string };
}

interface Placeholder {
  titulo: string;
  /** What the preview fills in. */
  exemplo: string;
  /** Where it may stand; absent: in every template. */
  em?: readonly MailTemplateKey[];
  /** Stands as a paragraph by itself. */
  sozinho?: true;
}

/** All that a template may name, between two braces each: {{nome}}. */
export const MAIL_PLACEHOLDERS = {
  nome: { titulo: 'Quem recebe', exemplo: 'Clara Nunes' },
  numero: { titulo: 'Número do ticket', exemplo: '4812' },
  assunto: { titulo: 'Assunto do ticket', exemplo: 'Caixas amassadas na entrega' },
  situacao: { titulo: 'Situação do ticket', exemplo: 'Em atendimento' },
  empresa: { titulo: 'Nome da empresa', exemplo: 'Balcão Distribuidora' },
  filial: { titulo: 'Filial do ticket', exemplo: 'São Paulo' },
  link: { titulo: 'Endereço do ticket no console', exemplo: 'https://balcao.exemplo/tickets/4812' },
  autor: { titulo: 'Quem respondeu', exemplo: 'Marina Alves', em: ['resposta'] },
  mensagem: {
    titulo: 'O que foi respondido',
    exemplo: 'Recebemos as fotos. A coleta está marcada para quinta-feira.',
    em: ['resposta'],
  },
  anexos: { titulo: 'Quantos arquivos vieram junto', exemplo: '1 arquivo foi anexado.', em: ['resposta'] },
  etapa: { titulo: 'Etapa em que o ticket está', exemplo: 'Coleta', em: ['etapa', 'reabertura'] },
  resultado: { titulo: 'Como terminou', exemplo: 'Procedente', em: ['encerramento'] },
  conteudo: {
    titulo: 'As novidades',
    exemplo: 'Marina Alves respondeu: recebemos as fotos.',
    em: ['moldura'],
    sozinho: true,
  },
  comoResponder: {
    titulo: 'Como responder',
    exemplo: 'Para responder, basta responder a este e-mail.',
    em: ['moldura'],
  },
  descadastro: {
    titulo: 'Como deixar de receber, ou por que este e-mail vai a todos',
    exemplo: 'Para não receber mais estes e-mails: https://balcao.exemplo/descadastro/exemplo',
    em: ['moldura'],
  },
} as const satisfies Readonly<Record<string, Placeholder>>;

export type MailPlaceholder = keyof typeof MAIL_PLACEHOLDERS;

const placeholder = (name: MailPlaceholder): Placeholder => MAIL_PLACEHOLDERS[name];

/** The names that a template may use, in their order. */
export const placeholdersOf = (key: MailTemplateKey): MailPlaceholder[] =>
  (Object.keys(MAIL_PLACEHOLDERS) as MailPlaceholder[]).filter((name) => {
    const { em } = placeholder(name);
    return em === undefined || em.includes(key);
  });

/** `{{ nome }}` with its name; blanks inside count for nothing. */
export const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

const standsAlone = (name: MailPlaceholder): boolean => placeholder(name).sozinho === true;

/** What the frame cannot do without, and why. */
const DEMANDED: Readonly<Partial<Record<MailPlaceholder, string>>> = {
  conteudo: 'é onde entram as novidades do ticket',
  descadastro: 'quem recebe precisa saber como deixar de receber',
};

/** What a meta-schema cannot say: a closed list of placeholders, a subject in the frame and nowhere else. */
export function mailTemplateProblems(template: MailTemplate): DefinitionProblem[] {
  const { id, assunto, texto, obrigatorio } = template;
  const frame = id === 'moldura';
  return [
    ...(assunto === undefined ? [] : inText(template, assunto, '/assunto')),
    ...texto.flatMap((paragraph, index) => inText(template, paragraph, `/texto/${index}`)),
    ...(frame && !assunto ? [error('', 'Escreva o assunto: é o de todos os e-mails de tickets.')] : []),
    ...(!frame && assunto !== undefined
      ? [error('/assunto', 'O assunto fica na moldura, um para todos: assim os e-mails formam uma conversa.')]
      : []),
    ...(frame && obrigatorio
      ? [error('/obrigatorio', 'A moldura não é um aviso. Marque o aviso que vai a todos.')]
      : []),
    ...(frame ? missing(texto) : []),
  ];
}

function inText({ id }: MailTemplate, text: string, pointer: string): DefinitionProblem[] {
  const allowed = placeholdersOf(id);
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const rest = text.replace(PLACEHOLDER, '');
  const odd = names.filter((name) => !allowed.some((each) => each === name));
  const alone = allowed.filter(standsAlone).find((name) => names.includes(name));
  const list = allowed.map((name) => `{{${name}}}`).join(', ');
  return [
    ...odd.map((name) => error(pointer, `Não existe {{${name}}} aqui. Use um destes: ${list}.`)),
    ...(/\{\{|\}\}/.test(rest)
      ? [error(pointer, 'Há chaves abertas sem fechar. Escreva o nome entre duas de cada lado: {{nome}}.')]
      : []),
    ...(alone && (rest.trim() !== '' || names.length > 1 || pointer === '/assunto')
      ? [error(pointer, `{{${alone}}} fica em um parágrafo só dele.`)]
      : []),
  ];
}

function missing(texto: readonly string[]): DefinitionProblem[] {
  const named = texto.flatMap((paragraph) => [...paragraph.matchAll(PLACEHOLDER)].map(([, name]) => name));
  return Object.entries(DEMANDED).flatMap(([name, why]) => {
    const times = named.filter((each) => each === name).length;
    if (times === 1) return [];
    const said = times === 0 ? `Falta {{${name}}}: ${why}.` : `{{${name}}} aparece mais de uma vez.`;
    return [error('/texto', said)];
  });
}

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});
