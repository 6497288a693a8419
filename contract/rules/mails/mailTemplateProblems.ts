import type { DefinitionProblem } from '../definitions/definition.ts';
import {
  type MailPlaceholder,
  type MailTemplate,
  PLACEHOLDER,
  placeholdersOf,
  standsAlone,
} from './mailTemplate.ts';

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
