import { megabytesToBytes } from '#contract/rules/files.ts';
import {
  AGENDA_PARAMETERS,
  CALL_CENTER_PARAMETERS,
  CONTACT_PARAMETERS,
  FIELD_SALES_PARAMETERS,
  REGISTRATION_PARAMETERS,
} from './callCenterParameters.ts';
import {
  BRAND_PARAMETERS,
  COMPANY_PARAMETERS,
  FEED_PARAMETERS,
  FIGURE_PARAMETERS,
  LIST_PARAMETERS,
  PUBLICATION_PARAMETERS,
  RETENTION_PARAMETERS,
} from './companyParameters.ts';
import type { ParameterRow } from './kinds.ts';
import { BILLING_PARAMETERS, FREIGHT_PARAMETERS, ORDER_PARAMETERS } from './orderParameters.ts';
import { QUOTE_PARAMETERS } from './quoteRules.ts';
import { DUE_TIME_PARAMETERS, MAIL_PARAMETERS, TICKET_PARAMETERS } from './ticketParameters.ts';

export { FIELD_SALES_PARAMETERS } from './callCenterParameters.ts';

export type { ParameterArea, ParameterRow } from './kinds.ts';

/** By key, without prefixes. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/**
 * Every parameter with its title, permitted values and default (docs/domain.md 7). The screen, the validation of writes,
 * the seed and the service's readers are all derived from this.
 */
export const PARAMETERS = {
  ...COMPANY_PARAMETERS,
  ...BRAND_PARAMETERS,
  ...TICKET_PARAMETERS,
  ...MAIL_PARAMETERS,
  ...DUE_TIME_PARAMETERS,
  ...REGISTRATION_PARAMETERS,
  ...CALL_CENTER_PARAMETERS,
  ...FREIGHT_PARAMETERS,
  ...BILLING_PARAMETERS,
  ...AGENDA_PARAMETERS,
  ...FIELD_SALES_PARAMETERS,
  ...CONTACT_PARAMETERS,
  ...ORDER_PARAMETERS,
  ...QUOTE_PARAMETERS,
  ...FIGURE_PARAMETERS,
  ...LIST_PARAMETERS,
  ...PUBLICATION_PARAMETERS,
  ...FEED_PARAMETERS,
  ...RETENTION_PARAMETERS,
};

type Parameters = typeof PARAMETERS;
type ParameterKey = keyof Parameters;
type ReadBy<R> = R extends ParameterRow<infer T> ? T : never;

/** The rows of a new installation. Parameters without a default are not stored until a user sets them. */
export const STANDARD_PARAMETERS = Object.entries<ParameterRow>(PARAMETERS)
  .filter(([, { padrao }]) => padrao !== null)
  .map(([key, { area, padrao, titulo, publico }]) => ({
    area,
    key,
    value: padrao,
    description: titulo,
    public: publico === true,
  }));

/** Parameters without a value until a user sets them. */
type Unset =
  | 'marcaNome'
  | 'marcaEndereco'
  | 'minimoIsencaoFrete'
  | 'limiteValorSugestao'
  | 'boletoAgencia'
  | 'boletoConta'
  | 'boletoCarteira'
  | 'emailRemetenteNome'
  | 'emailRemetente'
  | 'emailResposta'
  | 'emailTipoTicket';

/** The parameters as the service reads them, each in its own type; a value of another kind counts as absent. */
export type ServiceParameters = Omit<
  { [K in ParameterKey]: ReadBy<Parameters[K]> },
  'LIMITE_TAMANHO_MAXIMO_ARQUIVOS' | Unset
> & { [K in Unset]: ReadBy<Parameters[K]> | null } & {
  /** Limit for the sum of all files of one command. */
  limiteArquivosBytes: number;
  /** First date of the invoice filter, in days back: the return window, or 180 without one. */
  diasFiltroInicial: number;
};

/**
 * Without the parameter, invoices may be up to five years old (document 000 section 9), but the initial filter is shorter.
 */
const MAX_WINDOW_DAYS = 1825;
const FIRST_FILTER = 180;

export function readServiceParameters(values: ParameterValues): ServiceParameters {
  const entries = Object.entries<ParameterRow>(PARAMETERS).map(([key, { read, padrao }]) => [
    key,
    read(values[key]) ?? read(padrao),
  ]);
  const { LIMITE_TAMANHO_MAXIMO_ARQUIVOS: megabytes, ...read } = Object.fromEntries(entries);
  const window = read.diasLimiteDevolucao;
  return {
    ...read,
    limiteArquivosBytes: megabytesToBytes(Number(megabytes)),
    diasLimiteDevolucao: window ?? MAX_WINDOW_DAYS,
    diasFiltroInicial: window ?? FIRST_FILTER,
  };
}
