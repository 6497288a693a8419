import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { pathsInText, type RuleAction } from '#contract/rules/companyRules/ruleActions.ts';
import { writtenValue } from '#contract/rules/fields/writtenValue.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { publishedDefinition } from '../config/definitions/queries.ts';
import type { KindDeps } from '../config/definitions/rules.ts';
import { openingProblems } from '../sac/tickets/commands.ts';
import { writableFields } from './filledFields.ts';

/** Where tickets come from that nobody asked for by telephone or mail. */
export const RULE_ORIGIN = 'SAC';

type OpeningAction<K extends 'TICKET' | 'REGISTRO'> = Extract<RuleAction, { acao: K }>;

/** What keeps the tickets and records of actions from being written, as far as it is known before. */
export async function openedProblems(deps: KindDeps, actions: readonly RuleAction[]): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const [index, action] of actions.entries()) {
    const found =
      action.acao === 'TICKET'
        ? await ticketProblems(deps, action)
        : action.acao === 'REGISTRO'
          ? await recordProblems(deps, action)
          : [];
    problems.push(...found.map((one) => ({ ...one, pointer: `/entao/${index}${one.pointer}` })));
  }
  return problems;
}

/** A type may ask for what a rule does not have, as the notes of a return. */
async function ticketProblems(
  { db, user, now }: KindDeps,
  { tipo, motivoAbertura, assunto, mensagem }: OpeningAction<'TICKET'>,
): Promise<FileProblem[]> {
  if (!user) return [];
  const [problem] = await openingProblems(
    db,
    { user, now: now() },
    {
      ...{ tipo, origem: RULE_ORIGIN, assunto, mensagem },
      ...(motivoAbertura && { motivo1: motivoAbertura }),
    },
  );
  if (!problem) return [];
  return problem.field === 'motivo1'
    ? [{ pointer: '/motivoAbertura', message: problem.message }]
    : [{ pointer: '/tipo', message: `Uma regra não abre um ticket deste tipo: ${problem.message}` }];
}

async function recordProblems(
  { db }: KindDeps,
  { cadastro, valores }: OpeningAction<'REGISTRO'>,
): Promise<FileProblem[]> {
  const published = await publishedDefinition<CustomTypeDefinition>(db, 'records', cadastro);
  if (!published) return [{ pointer: '/cadastro', message: 'Este cadastro não existe mais. Escolha outro.' }];
  const fields = writableFields(published.content);
  const missing = fields.filter(
    ({ chave }) => published.content.codigo.includes(chave) && !valores[chave]?.trim(),
  );
  return [
    ...missing.map(({ titulo }) => ({
      pointer: '/valores',
      message: `Falta: ${titulo}. Ele identifica o registro: cite nele, por exemplo, o número de onde vem.`,
    })),
    ...Object.entries(valores).flatMap(([key, text]) => {
      const field = fields.find(({ chave }) => chave === key);
      const pointer = `/valores/${key}`;
      if (!field) return [{ pointer, message: 'Este campo não existe mais no cadastro. Retire-o.' }];
      if (pathsInText(text).length > 0) return [];
      const read = writtenValue(field, text);
      return 'problem' in read ? [{ pointer, message: `${field.titulo}: ${read.problem}` }] : [];
    }),
  ];
}
