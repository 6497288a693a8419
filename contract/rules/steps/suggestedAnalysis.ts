import { compareDecimals, type Decimal, isPositive } from '../decimal.ts';
import { DOCUMENT_DECIMALS, formatCount, formatMoney } from '../format.ts';
import { formatQuantity } from '../quantity.ts';
import { upperFirst } from '../text.ts';
import { roundedIn } from '../tickets/returnUnits.ts';
import { OBSERVATION_MAX } from '../tickets/ticketItems.ts';
import { type AnalysisCounter, type AnalysisLine, approvedAsRequested } from './returnedGoods.ts';
import type { AnalysisLineInput } from './stepInput.ts';

/** What is proposed for a line: all of it, nothing of it, or that a person looks at it without a proposal. */
export const ANALYSIS_PROPOSALS = {
  APROVAR: 'Aprovar',
  RECUSAR: 'Recusar',
  OLHAR: 'Olhar',
} as const;
export type AnalysisProposal = keyof typeof ANALYSIS_PROPOSALS;

/** What decides a proposal, as reports call it. */
export const SUGGESTION_REASONS = {
  EM_ORDEM: 'Tudo em ordem',
  REGRA: 'Regra da empresa',
  REGRAS_DIVERGEM: 'Regras que divergem',
  FORA_DO_PRAZO: 'Fora do prazo de devolução',
  SEM_NOTA: 'Produto sem nota',
  SEM_DIREITO: 'A nota não dá direito',
  ACIMA_DO_SALDO: 'Mais do que resta na nota',
  SEM_FOTO: 'Falta a foto exigida',
  AVISO_DA_NOTA: 'Aviso na nota',
  VALOR_ALTO: 'Valor acima do limite',
  RECUSAS: 'Recusas anteriores',
} as const;
export type SuggestionReason = keyof typeof SUGGESTION_REASONS;

/** What a rule or macro of the company proposed for the goods as they are now. */
export interface ProposedByRule {
  proposal: AnalysisProposal;
  /** How a refused quantity is counted; `null` unless it proposes to refuse. */
  counter: AnalysisCounter | null;
  /** 'regra Devolução pequena' */
  by: string;
  text: string;
}

/** What became of a suggestion when its line was decided, as reports call it. */
export const SUGGESTION_OUTCOMES = {
  VISTA: 'Vista',
  MUDOU: 'Mudou depois de vista',
  NAO_VISTA: 'Não vista',
} as const;
export type SuggestionOutcome = keyof typeof SUGGESTION_OUTCOMES;

/** What is known of a line that is to be analysed. Quantities are in base units. */
export interface SuggestionFacts {
  /** Days from the issue of its invoice to the day on which the ticket was opened; `null` for a loose product. */
  invoiceAge: number | null;
  /** How old an invoice may be of which something is returned, in days. */
  window: number;
  photo: 'PRESENTE' | 'FALTA' | 'NAO_PEDIDA';
  requested: Decimal;
  /** What the invoice line gives to this line: what is left of it, and what this line holds already. `null` for a loose product. */
  returnable: Decimal | null;
  /** The unit in which the line is told. */
  unit: { unit: string; factor: Decimal };
  /** Why nothing of the line can be authorised; '' if something can. */
  barred: string;
  /** The mark that the invoice carries, '' without one. */
  noteMark: string;
  worth: Decimal;
  /** Above it a person looks; `null` without a limit. */
  worthLimit: Decimal | null;
  /** Other tickets of this customer with this product in the last twelve months, and their lines that were decided. */
  history: { returns: number; decided: number; approved: number };
  /** Tickets of any customer with this product in the last thirty days, this one included. */
  recentReturns: number;
  /** From so many on it is said. */
  recentLimit: number;
  byRules: readonly ProposedByRule[];
}

export interface SuggestedAnalysis {
  proposal: AnalysisProposal;
  /** What decided. */
  because: SuggestionReason;
  /** Sentences, what decided first. */
  reasons: string[];
  refusal: Refusal | null;
}

/** How a proposed refusal is counted, and the reason that is written to it, which the customer may read. */
interface Refusal {
  counter: AnalysisCounter;
  reason: string;
}

interface Finding {
  text: string;
  /** What it would decide; a bar can only be overruled by a refusal. Absent for what is only worth knowing. */
  decides?: { reason: SuggestionReason; as: 'RECUSAR' | 'OLHAR' | 'BARRA' };
}

/**
 * What the facts of a line propose to its analyst. Nothing is approved that could not be authorised or lacks a photo that is asked for,
 * whatever a rule says; beyond that the rules of the company come before the console's own judgement.
 */
export function suggestAnalysis(facts: SuggestionFacts): SuggestedAnalysis {
  const findings = findingsOf(facts);
  const { proposal, because } = decided(findings, facts.byRules);
  const spoken = [
    ...facts.byRules.map(({ by, text }) => ({
      text: `${upperFirst(by)}: ${text}`,
      decides: because === 'REGRA' || because === 'REGRAS_DIVERGEM',
    })),
    ...findings.map(({ text, decides }) => ({ text, decides: decides?.reason === because })),
  ];
  const [first] = facts.byRules;
  const own = findings.find(({ decides }) => decides?.reason === because)?.text ?? '';
  return {
    proposal,
    because,
    reasons: [...spoken.filter(({ decides }) => decides), ...spoken.filter(({ decides }) => !decides)].map(
      ({ text }) => text,
    ),
    refusal:
      proposal !== 'RECUSAR'
        ? null
        : because === 'REGRA' && first
          ? { counter: first.counter ?? 'fora_prazo', reason: first.text }
          : { counter: 'fora_prazo', reason: own },
  };
}

type Decided = Pick<SuggestedAnalysis, 'proposal' | 'because'>;

function decided(findings: readonly Finding[], byRules: readonly ProposedByRule[]): Decided {
  const deciding = (as: string) => findings.find(({ decides }) => decides?.as === as)?.decides?.reason;
  const bar = deciding('BARRA');
  const [asked, ...others] = [...new Set(byRules.map(({ proposal }) => proposal))];
  if (others.length > 0) return { proposal: 'OLHAR', because: 'REGRAS_DIVERGEM' };
  if (asked && !(asked === 'APROVAR' && bar)) return { proposal: asked, because: 'REGRA' };
  const refusal = deciding('RECUSAR');
  if (refusal && !asked) return { proposal: 'RECUSAR', because: refusal };
  const look = bar ?? deciding('OLHAR');
  return look ? { proposal: 'OLHAR', because: look } : { proposal: 'APROVAR', because: 'EM_ORDEM' };
}

const findingsOf = (facts: SuggestionFacts): Finding[] =>
  [
    windowFinding(facts),
    rightFinding(facts),
    quantityFinding(facts),
    photoFinding(facts),
    markFinding(facts),
    worthFinding(facts),
    historyFinding(facts),
    recentFinding(facts),
  ].filter((found) => found !== null);

const dayCount = (days: number) => formatCount(days, 'dia', 'dias');

function windowFinding({ invoiceAge, window }: SuggestionFacts): Finding | null {
  if (invoiceAge === null)
    return {
      text: 'O produto não veio de uma nota; o prazo não se confere.',
      decides: { reason: 'SEM_NOTA', as: 'OLHAR' },
    };
  const age = invoiceAge < 1 ? 'é do dia em que o ticket foi aberto' : `tinha ${dayCount(invoiceAge)}`;
  if (invoiceAge <= window)
    return { text: `Dentro do prazo: a nota ${age}, e o prazo é de ${dayCount(window)}.` };
  return {
    text: `Fora do prazo: a nota ${age} quando o ticket foi aberto, e o prazo é de ${dayCount(window)}.`,
    decides: { reason: 'FORA_DO_PRAZO', as: 'RECUSAR' },
  };
}

const rightFinding = ({ barred }: SuggestionFacts): Finding | null =>
  barred ? { text: barred, decides: { reason: 'SEM_DIREITO', as: 'BARRA' } } : null;

function quantityFinding({ requested, returnable, unit }: SuggestionFacts): Finding | null {
  if (returnable === null || compareDecimals(requested, returnable) <= 0) return null;
  const told = (base: Decimal) => `${formatQuantity(roundedIn(base, unit.factor))} ${unit.unit}`;
  return {
    text: isPositive(returnable)
      ? `O pedido é de ${told(requested)}, e da nota só restam ${told(returnable)}.`
      : 'Da nota não resta nada deste produto para devolver.',
    decides: { reason: 'ACIMA_DO_SALDO', as: 'BARRA' },
  };
}

function photoFinding({ photo }: SuggestionFacts): Finding | null {
  if (photo === 'NAO_PEDIDA') return null;
  return photo === 'PRESENTE'
    ? { text: 'A foto exigida está no ticket.' }
    : {
        text: 'Falta a foto que o produto ou o motivo exige.',
        decides: { reason: 'SEM_FOTO', as: 'BARRA' },
      };
}

const markFinding = ({ noteMark, barred }: SuggestionFacts): Finding | null =>
  noteMark && !barred
    ? { text: `Aviso na nota: ${noteMark}.`, decides: { reason: 'AVISO_DA_NOTA', as: 'OLHAR' } }
    : null;

function worthFinding({ worth, worthLimit }: SuggestionFacts): Finding | null {
  if (worthLimit === null || compareDecimals(worth, worthLimit) <= 0) return null;
  const told = (amount: Decimal) => formatMoney(amount, DOCUMENT_DECIMALS);
  return {
    text: `Vale ${told(worth)}, acima do limite de ${told(worthLimit)}.`,
    decides: { reason: 'VALOR_ALTO', as: 'OLHAR' },
  };
}

/** So many refusals are no accident. */
const FEWEST_DECIDED = 2;

function historyFinding({ history: { returns, decided: judged, approved } }: SuggestionFacts): Finding {
  if (returns === 0)
    return { text: 'Este cliente não devolveu este produto nos últimos 12 meses, fora deste ticket.' };
  const times = formatCount(returns, 'vez', 'vezes');
  const share =
    judged === 0 ? 'nada disso foi decidido ainda' : `houve aprovação em ${approved} de ${judged}`;
  const text = `Este cliente devolveu este produto mais ${times} em 12 meses; ${share}.`;
  return judged >= FEWEST_DECIDED && approved * 2 < judged
    ? { text, decides: { reason: 'RECUSAS', as: 'OLHAR' } }
    : { text };
}

const recentFinding = ({ recentReturns, recentLimit }: SuggestionFacts): Finding | null =>
  recentReturns >= recentLimit
    ? {
        text: `Com este ticket, o produto tem ${formatCount(recentReturns, 'devolução', 'devoluções')} em 30 dias: convém avisar a qualidade.`,
      }
    : null;

/**
 * What the analyst saw, as it is sent with a decision. Two suggestions with the same mark propose the same for the same cause; counts in
 * their sentences may differ.
 */
export const suggestionMark = ({ proposal, because }: Decided): string => `${proposal}:${because}`;

/** What a mark says; `null` for one that the console never gave. */
export function readMark(mark: string): Decided | null {
  const [proposal = '', because = ''] = mark.split(':');
  return Object.hasOwn(ANALYSIS_PROPOSALS, proposal) && Object.hasOwn(SUGGESTION_REASONS, because)
    ? { proposal: proposal as AnalysisProposal, because: because as SuggestionReason }
    : null;
}

/** Whether the decision on a line is what was proposed; `null` where nothing was. */
export function isFollowed(
  proposal: AnalysisProposal,
  { requested, authorized }: { requested: Decimal; authorized: Decimal },
): boolean | null {
  if (proposal === 'OLHAR') return null;
  return proposal === 'APROVAR' ? compareDecimals(authorized, requested) === 0 : !isPositive(authorized);
}

/** The input that 'Usar sugestão' fills in, in the unit of the line; `null` where nothing is proposed. */
export function suggestedInput(
  line: AnalysisLine,
  { proposal, refusal }: Pick<SuggestedAnalysis, 'proposal' | 'refusal'>,
): AnalysisLineInput | null {
  if (proposal === 'APROVAR') return line.barred ? null : approvedAsRequested(line);
  if (!refusal) return null;
  return {
    id: line.id,
    autorizada: '0',
    [refusal.counter]: line.requested,
    motivoAnalise: [...refusal.reason].slice(0, OBSERVATION_MAX).join(''),
  };
}
