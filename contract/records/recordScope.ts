import { type PersonType, personType } from '../catalogs/personType.ts';
import { branchField, type CustomTypeDefinition, customerField, ticketField } from './customType.ts';

/**
 * The words by which a custom type declares whose its records are (docs/domain.md 13). ADMIN, GERENTE and SUPERVISOR see
 * every record whatever is declared; representatives and consumers see nothing of a type that does not name them.
 */
export const RECORD_SCOPES = ['empresa', 'filial', 'cliente', 'carteira'] as const;
export type RecordScope = (typeof RECORD_SCOPES)[number];

/**
 * Which records somebody sees: every one, those of their branches, those of the customers that they see, or none. A type
 * published before scopes were declared has none of these and keeps the rule of its time.
 */
export type RecordReach = 'TODOS' | 'FILIAL' | 'CLIENTE' | 'NENHUM';

export function reachOf(type: PersonType, declared: readonly RecordScope[]): RecordReach {
  const names = (word: RecordScope) => declared.includes(word);
  switch (personType.find(({ value }) => value === type)?.scope) {
    case 'TODAS_FILIAIS':
      return 'TODOS';
    case 'FILIAIS':
      return names('empresa') ? 'TODOS' : names('filial') ? 'FILIAL' : 'CLIENTE';
    case 'CARTEIRA':
      return names('carteira') ? 'CLIENTE' : 'NENHUM';
    case 'PROPRIO':
      return names('cliente') ? 'CLIENTE' : 'NENHUM';
    default:
      return 'NENHUM';
  }
}

/** Whether somebody is outside of the company and sees a record only if it says that it is theirs. */
export const isOutside = (type: PersonType): boolean =>
  personType.some(({ value, scope }) => value === type && (scope === 'CARTEIRA' || scope === 'PROPRIO'));

type Scoped = Pick<CustomTypeDefinition, 'escopo' | 'campos'>;

/** The fields by which a reach is decided, the first of them by right of which a record has an owner. */
export function ownerFields({ campos }: Pick<Scoped, 'campos'>, reach: RecordReach): string[] {
  const own = { FILIAL: branchField(campos), CLIENTE: customerField(campos) };
  const owner = reach === 'FILIAL' || reach === 'CLIENTE' ? own[reach] : undefined;
  const ticket = reach === 'FILIAL' || reach === 'CLIENTE' ? ticketField(campos) : undefined;
  return [owner, ticket].filter((field) => field !== undefined);
}

/** What a scope needs in order to decide anything; `null` if the fields have it. */
export function missingOwner({ campos }: Pick<Scoped, 'campos'>, word: RecordScope): string | null {
  if (word === 'empresa' || ticketField(campos)) return null;
  if (word === 'filial') return branchField(campos) ? null : 'filiais ou tickets';
  return customerField(campos) ? null : 'clientes ou tickets';
}

const quoted = ({ campos }: Pick<Scoped, 'campos'>, key: string | undefined) =>
  campos.find(({ chave }) => chave === key)?.titulo ?? key;

const byField = (of: Pick<Scoped, 'campos'>, reach: 'FILIAL' | 'CLIENTE'): string => {
  const [field] = ownerFields(of, reach);
  return field === undefined ? '' : ` (campo '${quoted(of, field)}')`;
};

/** Who sees which records, a sentence for each group of people, as the studio and the publish dialog say it. */
export function scopeSentences(of: Scoped): string[] {
  const { escopo } = of;
  if (!escopo)
    return [
      'Ainda não se escolheu quem vê os registros deste cadastro: vale a regra antiga, pelos campos que citam filial, cliente e ticket.',
      'Pela regra antiga, um representante vê os registros de toda filial que atende um cliente dele, e os que não citam ninguém.',
    ];
  const staff = { TODOS: 'todos os registros', FILIAL: '', CLIENTE: '', NENHUM: 'nenhum registro' };
  staff.FILIAL = `os registros das suas filiais${byField(of, 'FILIAL')} e os que são de toda a empresa`;
  staff.CLIENTE = `os registros dos clientes das suas filiais${byField(of, 'CLIENTE')} e os que são de toda a empresa`;
  return [
    'Administradores, gerentes e supervisores veem todos os registros.',
    `Operadores e vendedores veem ${staff[reachOf('OPERADOR', escopo)]}.`,
    reachOf('REPRESENTANTE', escopo) === 'CLIENTE'
      ? `Representantes veem os registros dos clientes da sua carteira${byField(of, 'CLIENTE')}.`
      : 'Representantes não veem nenhum registro.',
    reachOf('CONSUMIDOR_FINAL', escopo) === 'CLIENTE'
      ? 'Consumidores finais veem os seus próprios registros.'
      : 'Consumidores finais não veem nenhum registro.',
  ];
}
