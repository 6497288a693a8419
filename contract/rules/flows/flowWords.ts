import { permissionNames } from '../../catalogs/permissionNames.ts';
import { ticketResult, ticketStatus } from '../../catalogs/ticketStatus.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import { isRecord } from '../jsonRecord.ts';
import { keyInWords } from '../text.ts';
import type { StepRequirement } from './flow.ts';
import type { FlowCondition } from './flowCondition.ts';
import { conditionText } from './flowExpression.ts';

export const requirementNames: Readonly<Record<StepRequirement, string>> = {
  ANALISE_DEVOLUCAO: 'Analisar a devolução',
  ENVIO_NF_DEVOLUCAO: 'Informar a nota de devolução',
  COLETA: 'Coletar a mercadoria',
  CONFERENCIA_DEVOLUCAO: 'Conferir a devolução',
  PRORROGACAO_LOGISTICA: 'Responder pela logística',
  PRORROGACAO_FINANCEIRO: 'Responder pelo financeiro',
};
const transitionTypes = { PADRAO: 'Padrão', CONDICIONAL: 'Condicional' };

const labelIn = (rows: readonly { value: string; label: string }[], value: unknown) =>
  rows.find((row) => row.value === value)?.label;
const nameIn = (names: Readonly<Record<string, string>>, value: unknown) =>
  typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;

/** Abbreviations and signs stay as they are: 'valor é maior que R$ 5,00', but 'UF é SP'. */
const withinSentence = (text: string): string =>
  text.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());

function stepName(flow: unknown, key: unknown): string | undefined {
  const steps = isRecord(flow) && Array.isArray(flow.etapas) ? flow.etapas : [];
  const step = steps.find((each) => isRecord(each) && each.chave === key);
  return isRecord(step) && step.descricao ? `'${step.descricao}'` : undefined;
}

/** 'Canal preferido (obrigatório), Rota'; a flow knows its fields by their keys alone. */
const askedFields = (fields: readonly unknown[]): string =>
  fields
    .filter(isRecord)
    .map(({ chave, obrigatorio }) => `${keyInWords(String(chave))}${obrigatorio ? ' (obrigatório)' : ''}`)
    .join(', ') || 'nenhum';

/**
 * Wording for comparing two versions of a flow. A transition is identified by its two steps, not by the label of its button.
 */
export const flowWords: ChangeWords = {
  identity: ['chave'],
  label: ['descricao', 'rotulo'],
  lists: {
    // The order of transitions matters only among those of the same step.
    transicoes: {
      same: [
        ['de', 'para'],
        ['de', 'rotulo'],
      ],
      orderWithin: 'de',
    },
  },
  naming(key, value, flow) {
    if (key === 'de' || key === 'para') return stepName(flow, value);
    if (key === 'condicao')
      return value === null || isRecord(value)
        ? withinSentence(conditionText(value as FlowCondition | null))
        : undefined;
    if (key === 'status_ao_entrar') return labelIn(ticketStatus, value);
    if (key === 'resultado') return labelIn(ticketResult, value);
    if (key === 'exigencia') return value === null ? 'só confirmar' : nameIn(requirementNames, value);
    if (key === 'permissao')
      return value === null ? 'quem responde pela empresa' : nameIn(permissionNames, value);
    if (key === 'prazo_horas_uteis' && value === null) return 'sem prazo';
    if (key === 'campos' && Array.isArray(value)) return askedFields(value);
    if (key === 'tipo') return nameIn(transitionTypes, value)?.toLowerCase();
    return undefined;
  },
  keys: {
    chave: 'chave',
    etapas: 'etapas',
    transicoes: 'caminhos',
    descricao: 'nome',
    setor: 'setor',
    exigencia: 'para avançar é preciso',
    campos: 'campos pedidos para avançar',
    obrigatorio: 'obrigatório nesta etapa',
    status_ao_entrar: 'situação ao entrar',
    prazo_horas_uteis: 'prazo',
    permissao: 'quem pode tirar o ticket daqui',
    permite_retroceder: 'permite voltar à etapa anterior',
    inicial: 'o ticket começa aqui',
    terminal: 'o ticket termina aqui',
    rotulo: 'texto do botão',
    condicao: 'quando está aberto',
    exige_motivo: 'exige que se escreva o motivo',
    resultado: 'resultado do ticket',
    tipo: 'tipo',
    de: 'de',
    para: 'para',
  },
};
