import { postalCodes, taxRegistry } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

export type As = keyof TicketFixture['tokens'];

export interface RegistrationFixture extends TicketFixture {
  /** POST to a path below an area, as the person. */
  post: (
    path: string,
    body: object,
    options?: { as?: As; key?: string },
  ) => ReturnType<TicketFixture['server']['call']>;
  read: (path: string, as?: As) => ReturnType<TicketFixture['server']['call']>;
}

/** The standard lists and steps, a handful of people, and one postal code and one company known to the external services. */
export async function registrationFixture(): Promise<RegistrationFixture> {
  const fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  await db.insert(postalCodes).values({
    cep: '01310100',
    street: 'Avenida Paulista',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    ibge: '3550308',
  });
  await db.insert(taxRegistry).values({
    cnpj: '30214587000100',
    content: {
      razao_social: 'Mercado Ponto Certo Ltda.',
      nome_fantasia: 'Ponto Certo',
      cnae_principal: 4711302,
      cnaes_secundario: [{ codigo: '47.23-7/00' }, 'nenhum'],
      socios: [{ nome: 'Helena Duarte Prado' }, null, {}],
      ddd_telefone_1: '(11) 3344-5566',
      municipio: 'São Paulo',
    },
  });
  return {
    ...fixture,
    post: (path, body, { as = 'OPERADOR', key } = {}) =>
      fixture.server.call('POST', path, {
        token: fixture.tokens[as],
        body,
        ...(key && { headers: { 'idempotency-key': key } }),
      }),
    read: (path, as = 'OPERADOR') => fixture.server.call('GET', path, { token: fixture.tokens[as] }),
  };
}

const address = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista',
  numero: '1578',
  bairro: 'Bela Vista',
  uf: 'SP',
  ibge: '3550308',
};

const reference = { nome: 'Atacado Central', telefone: '1133224455', cidade: 'Guarulhos', uf: 'SP' };

/** A company that the service area accepts unchanged. */
export const goodCompany = ({ branchIds }: RegistrationFixture, change: Record<string, unknown> = {}) => ({
  documento: '11.222.333/0001-81',
  empresa: {
    razaoSocial: ' Mercado Bom Preço Ltda. ',
    nomeFantasia: 'Bom Preço',
    cnae: '4711-3/02',
    inscricao: '110042490114',
    contribuinte: 1,
    filialId: String(branchIds[0]),
    atividade: '2',
    comoConheceu: '3',
    ...(change.empresa as object),
  },
  contatos: {
    nomeSocio: 'João Prado',
    nomeContato: 'Lúcia Reis',
    telefone1: '(11) 98765-4321',
    email: 'Compras@BomPreco.com.br',
    emailNFe: 'nfe@bompreco.com.br',
    ...(change.contatos as object),
  },
  enderecoCobranca: { ...address, ...(change.enderecoCobranca as object) },
  enderecoEntrega: { ...address, numero: '20', complemento: '' },
  ...Object.fromEntries(
    Object.entries(change).filter(([key]) => !['empresa', 'contatos', 'enderecoCobranca'].includes(key)),
  ),
});

export const goodPerson = (fixture: RegistrationFixture, change: Record<string, unknown> = {}) => {
  const { empresa, contatos, ...rest } = goodCompany(fixture);
  const { nomeFantasia: _, cnae: __, inscricao: ___, ...own } = empresa;
  const { nomeSocio: ____, nomeContato: _____, ...people } = contatos;
  return {
    ...rest,
    documento: '529.982.247-25',
    empresa: {
      ...own,
      razaoSocial: 'Maria das Dores Alves',
      dataNascimento: '1984-07-19',
      ...(change.empresa as object),
    },
    contatos: { ...people, ...(change.contatos as object) },
    ...Object.fromEntries(Object.entries(change).filter(([key]) => !['empresa', 'contatos'].includes(key))),
  };
};

/** The same company in the form required by the call-center. */
export const goodCallcenter = (fixture: RegistrationFixture, change: Record<string, unknown> = {}) => {
  const given = goodCompany(fixture, {
    ...change,
    contatos: {
      emailBoleto: 'boletos@bompreco.com.br',
      observacoes: 'Terças',
      ...(change.contatos as object),
    },
  });
  const { contribuinte: _, ...empresa } = given.empresa;
  return {
    referenciasComerciais: [reference, reference, reference],
    ...given,
    empresa: { ...empresa, tabelaPreco: '1', ...(change.empresa as object) },
  };
};
