import { megabytesToBytes } from '../fileText.ts';

export interface WizardLimits {
  maxItems: number;
  /** Sum of all files, bytes. */
  maxBytes: number;
  /** How many days back the oldest invoice may lie. */
  oldestDays: number;
  /** How many days back the invoice filter begins. */
  initialDays: number;
}

/** The parameters of `carga` that bound a ticket; a missing or broken one counts as its default (document 000, section 9). */
export function wizardLimits(parameters: Readonly<Record<string, unknown>>): WizardLimits {
  const window = positive(parameters.diasLimiteDevolucao);
  return {
    maxItems: positive(parameters.maximoItensTicket) ?? 100,
    maxBytes: megabytesToBytes(positive(parameters.LIMITE_TAMANHO_MAXIMO_ARQUIVOS) ?? 25),
    oldestDays: window ?? 1825,
    initialDays: window ?? 180,
  };
}

function positive(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}
