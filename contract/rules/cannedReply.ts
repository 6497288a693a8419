/** Variables of a canned reply, with what each stands for. */
export const REPLY_VARIABLES = [
  { name: 'cliente', label: 'Nome do cliente' },
  { name: 'contato', label: 'Nome do contato' },
  { name: 'ticket', label: 'Número do ticket' },
  { name: 'assunto', label: 'Assunto do ticket' },
  { name: 'nota', label: 'Números das notas fiscais' },
  { name: 'atendente', label: 'Quem responde' },
  { name: 'empresa', label: 'Nome da empresa' },
  { name: 'filial', label: 'Filial do ticket' },
] as const;

export type ReplyVariable = (typeof REPLY_VARIABLES)[number]['name'];
export type ReplyValues = Partial<Record<ReplyVariable, string>>;

const VARIABLE = /\{\{\s*([a-z_]+)\s*\}\}/gi;

/**
 * The HTML of a canned reply with its variables filled in, each as text: a customer called "<b>" stays called so.
 * A name that is none of ours, and one whose value is not known, stays as it was written, so that whoever answers
 * sees it before the customer does. What a value says is never taken for a variable again.
 */
export const filledReply = (html: string, values: ReplyValues): string =>
  html.replace(VARIABLE, (written, name: string) => {
    const key = name.toLowerCase();
    const value = isVariable(key) ? values[key] : undefined;
    return value ? escapeText(value) : written;
  });

/** Variables of a text that nobody will fill in, each once, as they were written. */
export const unknownVariables = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(VARIABLE)]
      .filter(([, name = '']) => !isVariable(name.toLowerCase()))
      .map(([all]) => all),
  ),
];

const isVariable = (name: string): name is ReplyVariable =>
  REPLY_VARIABLES.some((variable) => variable.name === name);

/** As HTML that shows just this text. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
