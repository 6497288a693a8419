import type { Static, TSchema } from '@sinclair/typebox';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import type { Permission } from '#contract/permissions.ts';
import { type Problem, textsOf } from '#contract/rules/problem.ts';

/** A refusal that is reported to the client: a Portuguese sentence, a code, and texts by field. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  /** Further properties of the answer, such as the current state with a 409. */
  readonly extra: Record<string, unknown> | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields?: Record<string, string>,
    extra?: Record<string, unknown>,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.extra = extra;
  }
}

/** A record in a refusal, with the schema of the call that shows it: by that it is masked for those who see only masks. */
export class ShownRecord {
  readonly value: unknown;
  readonly schema: object;

  constructor(value: unknown, schema: object) {
    this.value = value;
    this.schema = schema;
  }
}

/** The same, where the record's type is known: it is what its call answers. */
export const shownBy = <S extends TSchema>(schema: S, value: Static<S>): ShownRecord =>
  new ShownRecord(value, schema);

/** For records that do not exist and for those out of scope: both give the same body (docs/domain.md 1). */
export const notFound = () => new Refusal(404, 'NAO_ENCONTRADO', 'Registro não encontrado.');

export const unauthorized = () =>
  new Refusal(401, 'SESSAO_EXPIRADA', 'Sua sessão terminou. Entre novamente para continuar.');

/** One body for a key that is wrong, expired, revoked or sent from elsewhere; and where no key is accepted at all. */
export const refusedKey = ({ serviceKeys }: { serviceKeys?: boolean }) =>
  new Refusal(
    401,
    'CHAVE_RECUSADA',
    serviceKeys
      ? 'Esta chave não é aceita: ela não existe, venceu, foi revogada ou não vale neste endereço de rede.'
      : 'Uma chave de integração não abre este endereço. Ela lê e grava em /dados/v1, entrega e-mails em /email/entrada e avisa ligações em /telefonia/ligacoes.',
  );

/** What a person lacks, by the name that profiles show; of a company's own type by its key, whose title only the database has. */
export const lackText = (permission: Permission) =>
  `Você não tem a permissão "${permissionName(permission, new Map())}". Peça a um administrador que a inclua no seu perfil.`;

/** `permissao` is the key that an administrator or another system looks for. */
export const forbidden = (permission: Permission) =>
  new Refusal(403, 'SEM_PERMISSAO', lackText(permission), undefined, { permissao: permission });

/** Invalid input, by field. Without an explicit message, the first field's text is used. */
export const invalid = (fields: Record<string, string>, message?: string) =>
  new Refusal(422, 'DADOS_INVALIDOS', message ?? Object.values(fields)[0] ?? 'Dados inválidos.', fields);

/** Refused by a business rule. */
export const refused = (code: string, message: string, fields?: Record<string, string>) =>
  new Refusal(422, code, message, fields);

/** Another user's change came first; `current` is the state that now holds. */
export const conflict = (message: string, current?: Record<string, unknown>) =>
  new Refusal(409, 'CONFLITO', message, undefined, current && { atual: current });

export const tooMany = (seconds: number) =>
  new Refusal(
    429,
    'MUITAS_TENTATIVAS',
    `Muitas tentativas. Aguarde ${seconds < 60 ? `${seconds} segundos` : `${Math.ceil(seconds / 60)} minutos`} e tente de novo.`,
    undefined,
    { aguarde: seconds },
  );

/** Nothing can be written until space is freed; the files of the rejected request have been removed. */
export const noSpace = () =>
  new Refusal(
    507,
    'SEM_ESPACO',
    'O servidor está sem espaço em disco e não gravou este envio. O que você digitou continua na tela: avise o administrador e tente de novo depois.',
  );

/** Throws 422 with all the texts; the message states the first one and how many more there are. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const texts = textsOf(problems);
  const [first = '', ...more] = Object.values(texts);
  const rest =
    more.length === 1 ? ' Há mais um ponto a corrigir.' : ` Há mais ${more.length} pontos a corrigir.`;
  throw invalid(texts, more.length > 0 ? first + rest : first);
}
