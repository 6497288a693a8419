/** The company's sales areas: each region belongs to one branch, and each city has its official codes. */

export interface Branch {
  id: number;
  tradeName: string;
  legalName: string;
  /** Branch number within the company's CNPJ. */
  order: string;
  address: { logradouro: string; numero: string; bairro: string; cep: string };
  city: string;
  state: string;
  timeZone: string;
  /** Hours behind UTC; none of the three zones has daylight saving time. */
  hoursBehindUtc: number;
}

export const COMPANY = 'Horizonte Distribuidora';

export const BRANCHES: readonly Branch[] = [
  branch({
    ...{ id: 1, city: 'São Paulo', state: 'SP', timeZone: 'America/Sao_Paulo', hoursBehindUtc: 3 },
    address: { logradouro: 'Avenida do Estado', numero: '4850', bairro: 'Cambuci', cep: '01515000' },
  }),
  branch({
    ...{ id: 2, city: 'Manaus', state: 'AM', timeZone: 'America/Manaus', hoursBehindUtc: 4 },
    address: { logradouro: 'Avenida Torquato Tapajós', numero: '2236', bairro: 'Flores', cep: '69058830' },
  }),
  branch({
    ...{ id: 3, city: 'Rio Branco', state: 'AC', timeZone: 'America/Rio_Branco', hoursBehindUtc: 5 },
    address: { logradouro: 'Via Chico Mendes', numero: '1780', bairro: 'Areal', cep: '69906150' },
  }),
];

export interface City {
  name: string;
  state: string;
  ibge: string;
  areaCode: string;
  /** First five digits of its postal codes. */
  cep: string;
}

export interface Region {
  id: number;
  name: string;
  branchId: number;
  /** Percentage of customers who live there. */
  share: number;
  cities: readonly City[];
}

export const REGIONS: readonly Region[] = [
  region(1, 'Grande São Paulo', 1, 26, [
    ['São Paulo', 'SP', '3550308', '11', '01310'],
    ['Guarulhos', 'SP', '3518800', '11', '07010'],
    ['Santo André', 'SP', '3547809', '11', '09010'],
    ['Osasco', 'SP', '3534401', '11', '06010'],
  ]),
  region(2, 'Interior Paulista', 1, 18, [
    ['Campinas', 'SP', '3509502', '19', '13010'],
    ['Ribeirão Preto', 'SP', '3543402', '16', '14010'],
    ['São José do Rio Preto', 'SP', '3549805', '17', '15010'],
  ]),
  region(3, 'Rio de Janeiro e Minas', 1, 14, [
    ['Rio de Janeiro', 'RJ', '3304557', '21', '20040'],
    ['Niterói', 'RJ', '3303302', '21', '24020'],
    ['Belo Horizonte', 'MG', '3106200', '31', '30110'],
    ['Juiz de Fora', 'MG', '3136702', '32', '36010'],
  ]),
  region(4, 'Sul', 1, 10, [
    ['Curitiba', 'PR', '4106902', '41', '80010'],
    ['Joinville', 'SC', '4209102', '47', '89201'],
    ['Porto Alegre', 'RS', '4314902', '51', '90010'],
  ]),
  region(5, 'Amazonas', 2, 13, [
    ['Manaus', 'AM', '1302603', '92', '69005'],
    ['Itacoatiara', 'AM', '1301902', '92', '69100'],
    ['Manacapuru', 'AM', '1302504', '92', '69400'],
  ]),
  region(6, 'Pará e Roraima', 2, 7, [
    ['Santarém', 'PA', '1506807', '93', '68005'],
    ['Belém', 'PA', '1501402', '91', '66010'],
    ['Boa Vista', 'RR', '1400100', '95', '69301'],
  ]),
  region(7, 'Acre', 3, 7, [
    ['Rio Branco', 'AC', '1200401', '68', '69900'],
    ['Cruzeiro do Sul', 'AC', '1200203', '68', '69980'],
  ]),
  region(8, 'Rondônia', 3, 5, [
    ['Porto Velho', 'RO', '1100205', '69', '76801'],
    ['Ji-Paraná', 'RO', '1100122', '69', '76900'],
  ]),
];

export const NEIGHBOURHOODS = [
  'Centro',
  'Jardim América',
  'Vila Nova',
  'Bela Vista',
  'Santa Luzia',
  'São José',
  'Boa Vista',
  'Jardim das Flores',
  'Nossa Senhora das Graças',
  'Industrial',
] as const;

export const branchOf = (id: number): Branch => BRANCHES[id - 1] as Branch;
export const regionOf = (id: number): Region => REGIONS[id - 1] as Region;

function branch(place: Omit<Branch, 'tradeName' | 'legalName' | 'order'>): Branch {
  const { id, city } = place;
  return {
    ...place,
    tradeName: `Horizonte ${city}`,
    legalName: `${COMPANY} Ltda. - ${city}`,
    order: String(id).padStart(4, '0'),
  };
}

function region(
  id: number,
  name: string,
  branchId: number,
  share: number,
  cities: readonly [string, string, string, string, string][],
): Region {
  return {
    id,
    name,
    branchId,
    share,
    cities: cities.map(([cityName, state, ibge, areaCode, cep]) => ({
      name: cityName,
      state,
      ibge,
      areaCode,
      cep,
    })),
  };
}
