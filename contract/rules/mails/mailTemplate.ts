import type { DefinitionProblem } from '../definitions/definition.ts';
import type { FieldEntity } from '../fields/extraField.ts';

/**
 * schemas/mails: the e-mails that customers receive about their tickets. One file is the frame, the others are inserted into
 * it. A company adds templates of its own under other keys, which rules and macros send.
 */
export const MAIL_TEMPLATES = [
  'moldura',
  'abertura',
  'resposta',
  'etapa',
  'encerramento',
  'reabertura',
  'pesquisa',
] as const;

export type MailTemplateKey = (typeof MAIL_TEMPLATES)[number];

/** Whether it is one that the console sends by itself. */
export const isStandardMail = (id: string): id is MailTemplateKey =>
  (MAIL_TEMPLATES as readonly string[]).includes(id);

/** The events of a ticket that are reported by e-mail: every template except the frame and the question after the end. */
export type MailNews = Exclude<MailTemplateKey, 'moldura' | 'pesquisa'>;

export interface MailTemplate {
  formato: 1;
  id: string;
  titulo: string;
  descricao?: string;
  /**
   * In the frame, that of all e-mails: mail programs group a conversation only if they have the same subject. A template of the
   * company's own may have another.
   */
  assunto?: string;
  /** Paragraphs. A paragraph that is empty once its placeholders are filled in is left out. */
  texto: string[];
  /** Also sent to people who unsubscribed; never set in the frame. */
  obrigatorio?: { motivo: string };
}

interface Placeholder {
  titulo: string;
  /** Sample value for the preview. */
  exemplo: string;
  /** Templates in which it may be used; all of them when absent. */
  em?: readonly MailTemplateKey[];
  /** Must be a paragraph of its own. */
  sozinho?: true;
}

/** All placeholders that a template may use, each in double braces: {{nome}}. */
export const MAIL_PLACEHOLDERS = {
  nome: { titulo: 'Quem recebe', exemplo: 'Clara Nunes' },
  numero: { titulo: 'Número do ticket', exemplo: '4812' },
  assunto: { titulo: 'Assunto do ticket', exemplo: 'Caixas amassadas na entrega' },
  situacao: { titulo: 'Situação do ticket', exemplo: 'Em atendimento' },
  empresa: { titulo: 'Nome da empresa', exemplo: 'Balcão Distribuidora' },
  filial: { titulo: 'Filial do ticket', exemplo: 'São Paulo' },
  link: { titulo: 'Endereço do ticket no console', exemplo: 'https://balcao.exemplo/tickets/4812' },
  promessa: {
    titulo: 'O que o cliente pode esperar, com o dia; vazio sem um dia que ainda vem',
    exemplo: 'Coleta prevista até 12/12.',
  },
  autor: { titulo: 'Quem respondeu', exemplo: 'Marina Alves', em: ['resposta'] },
  mensagem: {
    titulo: 'O que foi respondido',
    exemplo: 'Recebemos as fotos. A coleta está marcada para quinta-feira.',
    em: ['resposta'],
  },
  anexos: { titulo: 'Quantos arquivos vieram junto', exemplo: '1 arquivo foi anexado.', em: ['resposta'] },
  etapa: { titulo: 'Etapa em que o ticket está', exemplo: 'Coleta', em: ['etapa', 'reabertura'] },
  resultado: { titulo: 'Como terminou', exemplo: 'Procedente', em: ['encerramento'] },
  notas: {
    titulo: 'As cinco notas, cada uma com o seu link',
    exemplo: 'Muito satisfeito: https://balcao.exemplo/pesquisa/exemplo?nota=5',
    em: ['pesquisa'],
    sozinho: true,
  },
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

/** A field that administrators added, of the ticket or of its customer: `{{cliente.rota}}`. */
export type AddedPlaceholder = `${FieldEntity}.${string}`;

export interface AddedField {
  nome: AddedPlaceholder;
  titulo: string;
}

/** The fields that every template may use. Personal ones are in none, because an e-mail is read by more than its addressee. */
export const addedPlaceholders = (
  entity: FieldEntity,
  fields: readonly { chave: string; titulo: string; pessoal?: boolean }[],
): AddedField[] =>
  fields
    .filter(({ pessoal }) => !pessoal)
    .map(({ chave, titulo }) => ({ nome: `${entity}.${chave}`, titulo }));

const ADDED = /^(cliente|ticket)\.(\w+)$/;

/** The added fields that a template names, each at its place. */
export function addedFieldUses({
  assunto = '',
  texto,
}: Pick<MailTemplate, 'assunto' | 'texto'>): { key: string; field: string; pointer: string }[] {
  const places: [string, string][] = [
    ['/assunto', assunto],
    ...texto.map((paragraph, index): [string, string] => [`/texto/${index}`, paragraph]),
  ];
  return places.flatMap(([pointer, text]) =>
    [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => {
      const [, key, field] = ADDED.exec(name) ?? [];
      return key && field ? [{ key, field, pointer }] : [];
    }),
  );
}

const placeholder = (name: MailPlaceholder): Placeholder => MAIL_PLACEHOLDERS[name];

/** The placeholders that a template may use, in order. */
export const placeholdersOf = (key: string): MailPlaceholder[] =>
  (Object.keys(MAIL_PLACEHOLDERS) as MailPlaceholder[]).filter((name) => {
    const { em } = placeholder(name);
    return em === undefined || em.some((each) => each === key);
  });

/** Matches `{{ nome }}` and captures the name; blanks inside the braces are ignored. */
export const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

const standsAlone = (name: MailPlaceholder): boolean => placeholder(name).sozinho === true;

/** Placeholders that the frame must contain, and why. */
const DEMANDED: Readonly<Partial<Record<MailPlaceholder, string>>> = {
  conteudo: 'é onde entram as novidades do ticket',
  descadastro: 'quem recebe precisa saber como deixar de receber',
};

/**
 * Checks that a meta-schema cannot express: the closed list of placeholders, and who may have a subject. `added`: the names
 * of the fields that administrators added; `null` where they are not known, and every name is accepted that could be one.
 */
export function mailTemplateProblems(
  template: MailTemplate,
  added: readonly string[] | null,
): DefinitionProblem[] {
  const { id, assunto, texto, obrigatorio } = template;
  const frame = id === 'moldura';
  return [
    ...(assunto === undefined ? [] : inText(template, assunto, '/assunto', added)),
    ...texto.flatMap((paragraph, index) => inText(template, paragraph, `/texto/${index}`, added)),
    ...(frame && !assunto ? [error('', 'Escreva o assunto: é o de todos os e-mails de tickets.')] : []),
    ...(!frame && isStandardMail(id) && assunto !== undefined
      ? [error('/assunto', 'O assunto fica na moldura, um para todos: assim os e-mails formam uma conversa.')]
      : []),
    ...(frame && obrigatorio
      ? [error('/obrigatorio', 'A moldura não é um aviso. Marque o aviso que vai a todos.')]
      : []),
    ...(!isStandardMail(id) && obrigatorio
      ? [error('/obrigatorio', 'Só um aviso do próprio Balcão vai a quem não quer receber. Desligue isto.')]
      : []),
    ...(frame ? missing(texto) : []),
  ];
}

function inText(
  { id }: MailTemplate,
  text: string,
  pointer: string,
  added: readonly string[] | null,
): DefinitionProblem[] {
  const allowed = placeholdersOf(id);
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const rest = text.replace(PLACEHOLDER, '');
  const isAdded = (name: string) => (added ? added.includes(name) : ADDED.test(name));
  const odd = names.filter((name) => !allowed.some((each) => each === name) && !isAdded(name));
  const alone = allowed.filter(standsAlone).find((name) => names.includes(name));
  const list = [...allowed, ...(added ?? [])].map((name) => `{{${name}}}`).join(', ');
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
