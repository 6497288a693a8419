import { states } from '#contract/catalogs/states.ts';
import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import { buildAccessKey, NFE_MODEL } from '#contract/rules/nfe/accessKey.ts';
import type { branches, carriers, representatives } from '../../tables/index.ts';
import type { Chance } from './chance.ts';
import { BRANCHES, type Branch, branchOf, REGIONS } from './places.ts';

const COMPANY_ROOT = '47283916';

const branchCnpj = ({ order }: Pick<Branch, 'order'>): string =>
  `${COMPANY_ROOT}${order}${cnpjCheckDigits(`${COMPANY_ROOT}${order}`)}`;

export const branchRows = (): (typeof branches.$inferInsert)[] =>
  BRANCHES.map((branch) => ({
    id: branch.id,
    legalName: branch.legalName,
    tradeName: branch.tradeName,
    cnpj: branchCnpj(branch),
    address: branch.address,
    city: branch.city,
    state: branch.state,
    timeZone: branch.timeZone,
  }));

export const regionRows = () => REGIONS.map(({ id, name }) => ({ id, name }));

/** The first ones serve the South-East and South, the others the North. */
const CARRIERS = [
  ['Expresso Bandeirante', 'SP'],
  ['Rápido Paulista', 'SP'],
  ['Transportes Serra do Mar', 'SP'],
  ['Via Sul Cargas', 'SP'],
  ['Rodo Minas Logística', 'SP'],
  ['Entrega Certa', 'SP'],
  ['Cargo Litoral', 'SP'],
  ['Amazônia Fluvial', 'AM'],
  ['Norte Cargas', 'AM'],
  ['Balsas Rio Negro', 'AM'],
  ['Transacre', 'AC'],
  ['Rota Rondônia', 'AC'],
] as const;

export function carrierRows(chance: Chance): (typeof carriers.$inferInsert)[] {
  return CARRIERS.map(([name, state], index) => ({
    id: index + 1,
    legalName: `${name} Transportes Ltda.`,
    tradeName: name,
    cnpj: chance.cnpj(),
    phone: phoneOf(chance, state === 'SP' ? '11' : state === 'AM' ? '92' : '68'),
    email: `coletas@${slug(name)}.com.br`,
    active: true,
  }));
}

/** Carriers that serve a branch, for its customers and invoices. */
export const carriersOf = (branchId: number): number[] =>
  CARRIERS.flatMap(([, state], index) => (state === branchOf(branchId).state ? [index + 1] : []));

const REPRESENTATIVES = 20;

/** The first one has the largest region; the demonstration's representative signs in as this one. */
export function representativeRows(chance: Chance): (typeof representatives.$inferInsert)[] {
  return Array.from({ length: REPRESENTATIVES }, (_, index) => {
    const name = index === 0 ? 'Roberto Tavares' : `${chance.firstName()} ${chance.lastName()}`;
    const region = REGIONS[index % REGIONS.length] as (typeof REGIONS)[number];
    return {
      id: index + 1,
      name,
      email: `${slug(name)}@representantes.horizonte.com.br`,
      phone: phoneOf(chance, (region.cities[0] as { areaCode: string }).areaCode),
      regionId: region.id,
      active: true,
    };
  });
}

export const representativesOf = (regionId: number): number[] =>
  Array.from({ length: REPRESENTATIVES }, (_, index) => index + 1).filter(
    (id) => (id - 1) % REGIONS.length === regionId - 1,
  );

/** A valid 44-character key; `day` is the day of issue. */
export function invoiceKey(branch: Branch, day: string, number: number, code: number): string {
  return buildAccessKey({
    stateCode: states.find(({ value }) => value === branch.state)?.ibge ?? '',
    yearMonth: day.slice(2, 4) + day.slice(5, 7),
    cnpj: branchCnpj(branch),
    model: NFE_MODEL,
    series: '1',
    number: String(number),
    emissionType: '1',
    code: String(code),
  });
}

/** Mobile number with its area code, digits only. */
export const phoneOf = (chance: Chance, areaCode: string): string => `${areaCode}9${chance.digits(8)}`;

/** A name as used in an e-mail address: 'José Ávila' becomes 'jose.avila'. */
export const slug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
