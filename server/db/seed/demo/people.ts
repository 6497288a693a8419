import type { PersonType } from '#contract/permissions.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { people, personBranches } from '../../tables/index.ts';
import type { Chance } from './chance.ts';
import { phoneOf, slug } from './company.ts';
import { CONSUMER_CUSTOMER, DEMO_CONSUMER, type DemoCustomer } from './customers.ts';
import { BRANCHES, branchOf } from './places.ts';

/** Password of every user in the demonstration. */
export const DEMO_PASSWORD = 'balcao-demo';

/** One of each type, as offered on the login page while DEMO is on. */
export const DEMO_PEOPLE = [
  { type: 'ADMIN', cpf: '10000000108', name: 'Ana Ribeiro' },
  { type: 'GERENTE', cpf: '20000000299', name: 'Marcos Antunes' },
  { type: 'SUPERVISOR', cpf: '30000000388', name: 'Sílvia Moura' },
  { type: 'OPERADOR', cpf: '40000000477', name: 'Bruno Carvalho' },
  { type: 'VENDEDOR', cpf: '50000000566', name: 'Patrícia Lopes' },
  { type: 'REPRESENTANTE', cpf: '60000000655', name: 'Roberto Tavares' },
  { type: 'CONSUMIDOR_FINAL', ...DEMO_CONSUMER },
] as const satisfies readonly { type: PersonType; cpf: string; name: string }[];

export type PersonRow = typeof people.$inferInsert & { id: number; type: PersonType };

export interface DemoPerson {
  row: PersonRow;
  branchIds: number[];
}

interface PeopleSources {
  chance: Chance;
  today: CalendarDate;
  passwordHash: string;
  roleIds: ReadonlyMap<string, number>;
  sectorIds: ReadonlyMap<string, number>;
  customers: readonly DemoCustomer[];
}

/** Other staff, by number per type. */
const STAFF: readonly (readonly [PersonType, number, readonly string[]])[] = [
  ['ADMIN', 1, []],
  ['GERENTE', 2, []],
  ['SUPERVISOR', 3, ['SAC', 'LOGISTICA', 'FINANCEIRO']],
  ['OPERADOR', 12, ['SAC', 'SAC', 'SAC', 'LOGISTICA', 'LOGISTICA', 'LOGISTICA', 'FINANCEIRO', 'FISCAL']],
  ['VENDEDOR', 6, ['COMERCIAL']],
  ['REPRESENTANTE', 6, []],
  ['CONSUMIDOR_FINAL', 8, []],
];

export function demoPeople(from: PeopleSources): DemoPerson[] {
  const orderedPeople = DEMO_PEOPLE.map((person, index) => ({ ...person, order: 0, id: index + 1 }));
  const others = STAFF.flatMap(([type, count]) =>
    Array.from({ length: count }, (_, index) => ({ type, order: index + 1 })),
  ).map((person, index) => ({ ...person, id: orderedPeople.length + index + 1 }));
  return [...orderedPeople, ...others].map((person) => demoPerson(from, person));
}

interface Wanted {
  id: number;
  type: PersonType;
  /** 0 for the user on the login page, then counting up within the type. */
  order: number;
  cpf?: string;
  name?: string;
}

function demoPerson(from: PeopleSources, wanted: Wanted): DemoPerson {
  const { chance, roleIds, sectorIds, customers } = from;
  const { id, type, order } = wanted;
  // Representatives sign in as the representative with their order number, consumers as the customer with theirs.
  const customer = type === 'CONSUMIDOR_FINAL' ? customerAt(customers, order) : null;
  const name =
    wanted.name ??
    customer?.row.legalName ??
    `${chance.firstName()} ${chance.lastName()} ${chance.lastName()}`;
  const branch = BRANCHES[order % BRANCHES.length] ?? branchOf(1);
  return {
    branchIds: type === 'OPERADOR' || type === 'VENDEDOR' ? [branch.id] : [],
    row: {
      id,
      cpf: wanted.cpf ?? customer?.row.document ?? chance.cpf(),
      name,
      email: customer?.row.email ?? `${slug(name)}@horizonte.com.br`,
      phone: customer?.row.phone ?? phoneOf(chance, branch.state === 'SP' ? '11' : '92'),
      birthDate: addDays(from.today, -chance.int(20 * 365, 62 * 365)),
      type,
      roleId: roleIds.get(type) ?? raise(`role ${type}`),
      sectorId: sectorIds.get(sectorKey(type, order)) ?? null,
      customerId: customer?.row.id ?? null,
      representativeId: type === 'REPRESENTANTE' ? order + 1 : null,
      passwordHash: from.passwordHash,
    },
  };
}

function sectorKey(type: PersonType, order: number): string {
  const sectors = STAFF.find(([each]) => each === type)?.[2] ?? [];
  return sectors[order % Math.max(1, sectors.length)] ?? '';
}

const customerAt = (customers: readonly DemoCustomer[], order: number): DemoCustomer =>
  customers.find(({ row }) => row.id === (order === 0 ? CONSUMER_CUSTOMER : order + 2)) ?? raise('consumer');

export const personBranchRows = (everybody: readonly DemoPerson[]): (typeof personBranches.$inferInsert)[] =>
  everybody.flatMap(({ row, branchIds }) => branchIds.map((branchId) => ({ personId: row.id, branchId })));

function raise(what: string): never {
  throw new Error(`The demonstration data lacks: ${what}`);
}
