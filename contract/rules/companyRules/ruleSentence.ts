import type { TSchema } from '@sinclair/typebox';
import { sentenceOf } from '../../expression/sentence.ts';
import { isExpression } from '../../expression/tree.ts';
import type { MapEntities } from '../../map/entity.ts';
import { resolvePath } from '../../map/paths.ts';
import { formatCount } from '../format.ts';
import { genderOf } from '../portugueseNouns.ts';
import { listText } from '../text.ts';
import { WEEKDAYS } from '../time/calendarDate.ts';
import type { CompanyRule, RuleTrigger } from './companyRule.ts';
import { actionKind, BY_WHOM, type ChoiceSource, filledText, type RuleAction } from './ruleActions.ts';
import { isEveryYear, type RuleEvent, ruleEvent } from './ruleEntities.ts';
import { ruleTypeOf } from './ruleExpression.ts';

/** What the sentence of a rule is made with. */
export interface RuleNames {
  entities: MapEntities;
  /** The title of what was chosen from a list; undefined while it is not known. */
  titleOf: (source: ChoiceSource, value: string | number) => string | undefined;
}

/** A rule as it is read: each part continues the word before it. */
export interface RuleSentence {
  /** After 'Quando'. */
  quando: string;
  /** After 'se'; undefined for a rule that always applies. */
  se: string | undefined;
  /** After 'então'. */
  entao: readonly string[];
}

/** A rule as three parts of one sentence: 'Quando um ticket é aberto, se Valor é maior que R$ 5.000,00, então …'. */
export const ruleSentence = (rule: CompanyRule, names: RuleNames): RuleSentence => ({
  quando: triggerText(rule, names.entities),
  se: isExpression(rule.se)
    ? sentenceOf(rule.se, ruleTypeOf(names.entities, rule.entidade)).replace(/^Não:/, 'não:')
    : undefined,
  entao: (rule.entao ?? []).map((action, index, all) => {
    const said = actionText(action, rule.entidade, names);
    return all[index - 1]?.acao === 'ESPERAR' ? `depois, se a condição ainda vale, ${said}` : said;
  }),
});

/** The whole sentence. */
export function sentenceText({ quando, se, entao }: RuleSentence): string {
  const condition = se === undefined ? '' : ` se ${se},`;
  const said = `Quando ${quando},${condition} então ${listText(entao) || 'não faz nada'}`;
  // A quoted text may end the sentence itself.
  return /[.!?]”$/.test(said) ? said : `${said}.`;
}

/** 'um ticket', 'uma nota fiscal'. */
function oneOf(entities: MapEntities, key: string): { noun: string; isFeminine: boolean } {
  const um = (Object.hasOwn(entities, key) && entities[key]?.titulo.um) || 'registro';
  const isFeminine = genderOf(um) === 'f';
  return { noun: `${isFeminine ? 'uma' : 'um'} ${um}`, isFeminine };
}

/** What happens to a record of an entity, in the gender of its noun: 'é aberto' of a ticket, 'é criada' of an agenda. */
export const eventText = (entities: MapEntities, key: string, { label }: Pick<RuleEvent, 'label'>): string =>
  oneOf(entities, key).isFeminine ? label.replace(/^(é \p{L}+)o\b/u, '$1a') : label;

function triggerText({ entidade, quando }: CompanyRule, entities: MapEntities): string {
  const { noun } = oneOf(entities, entidade);
  if (quando.tipo === 'EVENTO') {
    const changed = quando.mudou && entities[entidade]?.campos[quando.mudou]?.titulo;
    if (changed) return `muda “${changed}” de ${noun}`;
    const event = ruleEvent(entidade, quando.evento);
    return `${noun} ${event ? eventText(entities, entidade, event) : 'tem o evento que falta escolher'}`;
  }
  if (quando.tipo === 'PESSOA') return `uma pessoa a usa em ${noun}`;
  if (quando.tipo === 'HORARIO')
    return `for ${quando.hora}, ${daysText(quando)}, em cada ${noun.replace(/^uma? /, '')}`;
  const field = entities[entidade]?.campos[quando.campo]?.titulo ?? 'a data que falta escolher';
  const count = Math.abs(quando.quantidade);
  if (isEveryYear(entidade, quando.campo)) {
    const day = `o aniversário de ${noun}`;
    if (count === 0) return `é ${day}`;
    const days = formatCount(count, 'dia', 'dias');
    if (quando.quantidade < 0) return `${count === 1 ? 'falta' : 'faltam'} ${days} para ${day}`;
    return `${count === 1 ? 'passa' : 'passam'} ${days} d${day}`;
  }
  if (count === 0) return `chega “${field}” de ${noun}`;
  const time =
    quando.unidade === 'HORAS' ? formatCount(count, 'hora', 'horas') : formatCount(count, 'dia', 'dias');
  if (quando.quantidade < 0) return `${count === 1 ? 'falta' : 'faltam'} ${time} para “${field}” de ${noun}`;
  return `${count === 1 ? 'passa' : 'passam'} ${time} de “${field}” de ${noun}`;
}

/** 'todo dia', 'segunda-feira e sexta-feira'. */
function daysText({ dias }: Extract<RuleTrigger, { tipo: 'HORARIO' }>): string {
  const named = WEEKDAYS.filter((_, day) => dias.includes(day));
  return named.length === WEEKDAYS.length ? 'todo dia' : listText(named);
}

const LONGEST_QUOTE = 60;

/** The beginning of a text, with the titles of the fields that it names: '“Ticket ‹Número› vence hoje”'. */
function quoted(text: string, entidade: string, entities: MapEntities): string {
  const read = filledText(
    text,
    (path) => `‹${resolvePath(entities, entidade, path)?.titulo ?? 'campo que não existe'}›`,
  );
  return `“${read.length > LONGEST_QUOTE ? `${read.slice(0, LONGEST_QUOTE).trimEnd()}…` : read}”`;
}

interface Given {
  /** The values of the action. */
  of: Readonly<Record<string, unknown>>;
  /** The title of what was chosen in a field. */
  chosen: (field: string) => string | undefined;
  /** The text of a field in quotation marks; undefined if there is none. */
  quote: (field: string) => string | undefined;
}

type Said = (given: Given) => string | undefined;

/** Who reads what is sent. */
function receiverOf({ of, chosen }: Given): string | undefined {
  const receivers: Readonly<Record<string, string | undefined>> = {
    CLIENTE: 'ao cliente',
    REPRESENTANTE: 'ao representante do cliente',
    RESPONSAVEL: 'a quem cuida',
    SUPERVISORES: 'aos supervisores',
    PESSOA: chosen('pessoa') && `a ${chosen('pessoa')}`,
  };
  return receivers[String(of.para)];
}

/** What an action does with what was chosen, where its label does not say it; undefined while something is missing. */
const SAID: Readonly<Record<string, Said>> = {
  ENCAMINHAR: ({ chosen }) =>
    chosen('setor') && `encaminha ao setor ${chosen('setor')}${after(', para ', chosen('pessoa'))}`,
  ATRIBUIR: ({ of, chosen }) => {
    if (of.como === 'PESSOA') return chosen('pessoa') && `atribui a ${chosen('pessoa')}`;
    if (of.como === BY_WHOM) return 'atribui a quem a usa';
    if (of.como === 'SUBSTITUTO') return 'atribui ao substituto de quem está ausente';
    const sector = after(' no setor ', chosen('setor'));
    return of.como === 'RODIZIO'
      ? `atribui a uma pessoa por vez, em rodízio${sector}`
      : `atribui a quem tem menos tickets em aberto${sector}`;
  },
  PRIORIZAR: ({ chosen }) => chosen('prioridade') && `muda a prioridade para ${chosen('prioridade')}`,
  PRAZO: ({ of }) =>
    counted(of.quantidade, 'hora útil', 'horas úteis', (time) => `muda o prazo da etapa para ${time}`),
  ADIAR: ({ of }) =>
    counted(
      of.emDias,
      'dia',
      'dias',
      (time) => `adia por ${time}${after(', até as ', of.hora)}, ou até o cliente responder`,
    ),
  CAMPO: ({ chosen, quote }) =>
    chosen('campo') && `preenche ${chosen('campo')}${after(' com ', quote('valor'))}`,
  ANOTAR: ({ quote }) => quote('mensagem') && `escreve a nota interna ${quote('mensagem')}`,
  RESPONDER: ({ chosen }) => chosen('resposta') && `responde ao cliente com “${chosen('resposta')}”`,
  FINALIZAR: ({ chosen }) => chosen('idMotivo') && `finaliza com o motivo ${chosen('idMotivo')}`,
  RECLASSIFICAR: ({ chosen }) => chosen('tipo') && `muda o tipo para ${chosen('tipo')}`,
  EMAIL: (given) => {
    const receiver = receiverOf(given);
    return receiver && `envia um e-mail ${receiver}${after(': ', given.quote('assunto'))}`;
  },
  EMAIL_MODELO: ({ chosen }) => chosen('modelo') && `envia ao cliente o e-mail “${chosen('modelo')}”`,
  AVISAR: (given) => {
    const receiver = receiverOf(given);
    return receiver && `avisa no sino ${receiver}${after(': ', given.quote('assunto'))}`;
  },
  AGENDA: ({ of, chosen }) => {
    const who =
      of.quem === 'PESSOA' ? chosen('pessoa') : of.quem === BY_WHOM ? 'quem a usa' : 'o vendedor do cliente';
    const day =
      of.emDias === 0 ? 'no mesmo dia' : counted(of.emDias, 'dia', 'dias', (time) => `daqui a ${time}`);
    return who && `cria uma agenda para ${who}${after(', ', day)}${after(', às ', of.hora)}`;
  },
  PROPOR_ANALISE: ({ chosen, quote }) =>
    chosen('proposta') &&
    `sugere na análise ${chosen('proposta')?.toLowerCase()}${after(': ', quote('motivo'))}`,
  TICKET: ({ chosen, quote }) =>
    chosen('tipo') && `abre para o cliente um ticket de ${chosen('tipo')}${after(': ', quote('assunto'))}`,
  REGISTRO: ({ chosen }) => chosen('cadastro') && `cria um registro em ${chosen('cadastro')}`,
  AVISAR_ESPERAS: ({ of, quote }) =>
    of.para === 'CLIENTE'
      ? `avisa por e-mail os clientes que esperam pelo produto${after(': ', quote('assunto'))}`
      : `avisa os vendedores dos clientes que esperam pelo produto${after(': ', quote('assunto'))}`,
  WEBHOOK: ({ chosen }) => chosen('webhook') && `avisa ${chosen('webhook')}`,
  ESPERAR: ({ of }) =>
    of.unidade === 'DIAS'
      ? counted(of.quantidade, 'dia', 'dias', (time) => `espera ${time}`)
      : counted(of.quantidade, 'hora', 'horas', (time) => `espera ${time}`),
};

const after = (before: string, text: unknown) =>
  typeof text === 'string' && text !== '' ? `${before}${text}` : '';

const counted = (
  count: unknown,
  one: string,
  many: string,
  say: (time: string) => string,
): string | undefined => (typeof count === 'number' ? say(formatCount(count, one, many)) : undefined);

/** What an action does: 'encaminha ao setor Fiscal'. Without its choices, what it can do: 'encaminha a um setor'. */
export function actionText(action: RuleAction, entidade: string, { entities, titleOf }: RuleNames): string {
  const kind = actionKind(action.acao);
  if (!kind) return 'faz o que falta escolher';
  const of: Readonly<Record<string, unknown>> = { ...action };
  const fields: Readonly<Record<string, TSchema>> = kind.campos.properties;
  const chosen = (field: string): string | undefined => {
    const value = of[field];
    const schema = fields[field];
    if (!schema || (typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined;
    if (schema['x-escolha']) return titleOf(schema['x-escolha'], value);
    return optionsOf(schema).find((option) => option.value === value)?.label ?? String(value);
  };
  const quote = (field: string): string | undefined => {
    const text = of[field];
    return typeof text === 'string' && text.trim() !== '' ? quoted(text, entidade, entities) : undefined;
  };
  return SAID[action.acao]?.({ of, chosen, quote }) || kind.label;
}

/** The fixed values that a field of an action takes; empty for what is written or chosen from a list. */
export const optionsOf = ({ anyOf }: TSchema): { value: string; label: string }[] =>
  ((anyOf ?? []) as TSchema[]).map((option) => ({
    value: String(option.const),
    label: String(option.title ?? option.const),
  }));
