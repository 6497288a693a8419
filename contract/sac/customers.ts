import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { customerLegend } from '../catalogs/customers.ts';
import { Binary } from '../config/platform.ts';
import { conditioned, groupedBy, inGroups, ListSums } from '../listSums.ts';
import {
  BirthDay,
  Day,
  Direction,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  onlyIds,
  Page,
  Personal,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { SHEET_FORMATS } from '../rules/files.ts';
import { Badge, CarrierOption, CustomerBranch, CustomerRef } from './lookups.ts';

export { Badge, CarrierOption, CustomerBranch, CustomerRef };

export const CustomerOption = Type.Composite([
  CustomerRef,
  Type.Object({
    documento: Personal('DOCUMENTO', Type.String({ title: 'CPF ou CNPJ' })),
    nome: Type.String({ title: 'Nome' }),
    email: Personal('EMAIL', Type.String({ title: 'E-mail' })),
    telefone: Personal('TELEFONE', Type.String({ title: 'Telefone' })),
    cidade: Type.String({ title: 'Cidade' }),
    uf: Type.String({ title: 'UF' }),
    motivoBloqueio: Nullable(Type.String({ title: 'Motivo do bloqueio' })),
    filiaisSac: Type.Array(CustomerBranch, { title: 'Filiais' }),
  }),
]);
export type CustomerOption = Static<typeof CustomerOption>;

export const Customer = Type.Composite([
  CustomerOption,
  Type.Object({
    prospect: Type.Boolean({ title: 'Prospect' }),
    inscEst: Type.String({ title: 'Inscrição estadual' }),
    dtUltComp: Nullable(Day('Última compra')),
    representante: Nullable(Type.Object({ id: Id('Representante'), nome: Type.String({ title: 'Nome' }) })),
  }),
]);
export type Customer = Static<typeof Customer>;

export const CUSTOMER_SORTS = ['id', 'razSoc', 'fant', 'dtUltComp', 'dtCriacao'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, title: string) =>
  Type.Optional(Type.Array(item, { title, maxItems: 100 }));

export const customerFilters = {
  q: Type.Optional(Text('Pesquisa', 100)),
  uf: list(Text('UF', 2), 'UFs'),
  regiao: list(Id('Região'), 'Regiões'),
  representante: list(Id('Representante'), 'Representantes'),
  prospect: Type.Optional(Type.Boolean({ title: 'Prospect' })),
  bloqueado: Type.Optional(Type.Boolean({ title: 'Bloqueado' })),
  /** Customers with any of these badges (server/sac/customers/rules.ts). */
  legenda: list(
    Type.Union(
      customerLegend.map(({ value }) => Type.Literal(value)),
      { title: 'Legenda' },
    ),
    'Legendas',
  ),
  vendedor: list(Id('Vendedor'), 'Vendedores'),
  classificacao: list(Id('Classificação'), 'Classificações'),
  /** Refused to a person who may not open the panel, which says the group. */
  grupo: list(Id('Grupo'), 'Grupos'),
  naoContatar: Type.Optional(Type.Boolean({ title: 'Não contatar' })),
  /** Filters by extra fields, as `chave:valor` or `chave:de..ate` (contract/rules/fields/fieldValues.ts). */
  campos: list(Text('Campo adicional', 200), 'Campos adicionais'),
  ...inGroups,
  ...conditioned,
};

/** What sums of the customer list are asked for, in both areas. */
export const customerSumsQuery = Strict({ ...customerFilters, ...groupedBy });

const order = {
  orderBy: Type.Optional(
    Type.Union(
      CUSTOMER_SORTS.map((sort) => Type.Literal(sort)),
      { title: 'Ordem' },
    ),
  ),
  direction: Type.Optional(Direction),
};

const Named = (title: string) =>
  Nullable(Type.Object({ id: Id(title), nome: Type.String({ title: 'Nome' }) }, { title }));

export const CustomerRow = Type.Composite(
  [
    CustomerOption,
    Type.Object({
      prospect: Type.Boolean({ title: 'Prospect' }),
      bloqueado: Type.Boolean({ title: 'Bloqueado' }),
      regiao: Named('Região'),
      representante: Named('Representante'),
      /** As the first tab of the panel says it; `null` also for a person who may not open that. */
      grupo: Named('Grupo'),
      dtUltComp: Nullable(Day('Última compra')),
      dtCriacao: Instant('Cadastrado em'),
      /** Display texts of the extra fields that may be columns, keyed by field. */
      campos: Type.Record(Type.String(), Type.String(), { title: 'Campos adicionais' }),
    }),
  ],
  { title: 'Cliente' },
);
export type CustomerRow = Static<typeof CustomerRow>;

export const CustomerAddress = Type.Object({
  cep: Personal('ENDERECO', Type.String({ title: 'CEP' })),
  logradouro: Personal('ENDERECO', Type.String({ title: 'Logradouro' })),
  numero: Personal('ENDERECO', Type.String({ title: 'Número' })),
  complemento: Personal('ENDERECO', Type.String({ title: 'Complemento' })),
  bairro: Personal('ENDERECO', Type.String({ title: 'Bairro' })),
  cidade: Type.String({ title: 'Cidade' }),
  uf: Type.String({ title: 'UF' }),
});

/** A customer's registration data, for the people who serve them. */
export const CustomerRegistration = Type.Composite(
  [
    CustomerRow,
    Type.Object({
      versao: Type.Integer({ title: 'Versão' }),
      inscEst: Type.String({ title: 'Inscrição estadual' }),
      simulacao: Type.Boolean({ title: 'Simulação' }),
      dtNascimento: Nullable(BirthDay('Nascimento')),
      atividade: Type.String({ title: 'Atividade' }),
      comoConheceu: Type.String({ title: 'Como conheceu' }),
      tabelaPreco: Type.String({ title: 'Tabela de preço' }),
      classificacao: Type.String({ title: 'Classificação' }),
      enderecoCobranca: CustomerAddress,
      enderecoEntrega: Nullable(CustomerAddress),
      contatos: Type.Array(
        Type.Object({ titulo: Type.String({ title: 'Papel' }), nome: Type.String({ title: 'Nome' }) }),
        { title: 'Contatos' },
      ),
      telefones: Type.Array(
        Type.Object({
          titulo: Type.String({ title: 'Papel' }),
          numero: Personal('TELEFONE', Type.String({ title: 'Número' })),
        }),
        { title: 'Telefones' },
      ),
      emails: Type.Array(
        Type.Object({
          titulo: Type.String({ title: 'Papel' }),
          email: Personal('EMAIL', Type.String({ title: 'E-mail' })),
        }),
        { title: 'E-mails' },
      ),
      observacoes: Type.String({ title: 'Observações' }),
    }),
  ],
  { title: 'Cadastro do cliente' },
);
export type CustomerRegistration = Static<typeof CustomerRegistration>;

const params = Strict({ idCli: Id('Cliente') });

export const customerRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/clientes',
    summary: 'Pesquisar clientes por código, nome ou documento',
    permission: 'SAC_CLIENTE_PESQUISAR',
    query: Strict({ ...pageQuery, ...customerFilters, ...onlyIds('Cliente'), ...order }),
    response: Page(CustomerRow),
  },
  sums: {
    method: 'GET',
    path: '/sac/clientes/somas',
    summary: 'Somas e grupos da lista de clientes',
    permission: 'SAC_CLIENTE_PESQUISAR',
    query: customerSumsQuery,
    response: ListSums,
  },
  /** Everything that matches the filters, without a limit; the response is streamed. */
  exportFile: {
    method: 'POST',
    path: '/sac/clientes/exportar',
    summary: 'Exportar clientes para uma planilha',
    permission: 'SAC_CLIENTE_EXPORTAR',
    body: Strict({
      filtros: Type.Optional(Strict(customerFilters)),
      formato: Type.Union(
        SHEET_FORMATS.map((format) => Type.Literal(format)),
        { title: 'Formato' },
      ),
      ...order,
    }),
    file: true,
    response: Binary,
  },
  /** An end consumer can only get their own record. */
  get: {
    method: 'GET',
    path: '/sac/clientes/{idCli}',
    auditsAccessTo: { entity: 'customers', param: 'idCli' },
    summary: 'Um cliente',
    permission: 'SAC_TICKETS',
    params,
    response: One(Customer),
  },
  /** Our own addition: the data shown on the customer's page. */
  registration: {
    method: 'GET',
    path: '/sac/clientes/{idCli}/cadastro',
    auditsAccessTo: { entity: 'customers', param: 'idCli' },
    summary: 'O cadastro de um cliente',
    permission: 'SAC_CLIENTE',
    params,
    response: One(CustomerRegistration),
  },
  carriers: {
    method: 'GET',
    path: '/sac/clientes/{idCli}/transportadoras',
    summary: 'Transportadoras que atendem o cliente',
    permission: 'SAC_TICKETS',
    params,
    response: Type.Array(CarrierOption),
  },
});
