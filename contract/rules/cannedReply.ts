/** Variables of a canned reply, with their meanings. */
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
 * The HTML of a canned reply with its variables filled in, each escaped as text, so that a customer named "<b>" is shown by
 * that name. Unknown variables, and those without a value, are left as written, so that the author notices them before the
 * customer does. Values are not scanned for variables again.
 */
export const filledReply = (html: string, values: ReplyValues): string =>
  html.replace(VARIABLE, (written, name: string) => {
    const key = name.toLowerCase();
    const value = isVariable(key) ? values[key] : undefined;
    return value ? escapeText(value) : written;
  });

/** Variables in a text that will not be filled in, each listed once as it was written. */
export const unknownVariables = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(VARIABLE)]
      .filter(([, name = '']) => !isVariable(name.toLowerCase()))
      .map(([all]) => all),
  ),
];

const isVariable = (name: string): name is ReplyVariable =>
  REPLY_VARIABLES.some((variable) => variable.name === name);

/** Escapes a text so that the HTML shows exactly this text. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
