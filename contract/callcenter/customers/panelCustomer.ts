import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { BirthDay, Day, Decimal, Id, Instant, Nullable, Personal } from '../../route.ts';
import { Badge, CustomerBranch, NamedOption } from '../../sac/lookups.ts';
import { MergedRegistration } from './customerMerges.ts';

const text = (title: string) => Type.String({ title });
const Flag = (title: string) => Type.Union([Type.Literal(0), Type.Literal(1)], { title });
const Described = (title: string) =>
  Nullable(Type.Object({ id: Id(title), desc: text('Descrição') }, { title }));

/** Visible to those who may see the registration (CLIENTE_DADOS_CADASTRAIS). */
const registration = {
  inscEst: text('Inscrição estadual'),
  atividade: text('Atividade'),
  end: Personal('ENDERECO', text('Logradouro')),
  num: Personal('ENDERECO', text('Número')),
  compl: Personal('ENDERECO', text('Complemento')),
  bair: Personal('ENDERECO', text('Bairro')),
  cep: Personal('ENDERECO', text('CEP')),
  categoria: text('Categoria'),
  prazMedMax: Nullable(Type.Integer({ title: 'Prazo médio máximo em dias' })),
  dtUltComp: Nullable(Day('Última compra')),
  /** Exact total of the orders that the person may see, excluding cancelled ones. */
  vlTotPedidosMes: Decimal('Pedidos do mês'),
  classeVenda: text('Classe de venda'),
  dtCad: Instant('Cadastrado em'),
  rede: text('Rede'),
  classificacao: Described('Classificação'),
  classificacaoObs: text('Observação da classificação'),
  utm_source: text('Origem (utm_source)'),
  utm_medium: text('Mídia (utm_medium)'),
  utm_campaign: text('Campanha (utm_campaign)'),
  tabelaPreco: text('Tabela de preço'),
  comoConheceu: text('Como conheceu'),
  dtNascimento: Nullable(BirthDay('Nascimento')),
  regiao: Nullable(NamedOption),
  filiais: Type.Array(CustomerBranch, { title: 'Filiais' }),
  enderecoEntrega: Personal('ENDERECO', text('Endereço de entrega')),
  observacoes: text('Observações'),
};

/** Visible to those who may see how often the customer is served (CLIENTE_FREQUENCIA). */
const serviceSettings = {
  frequenciaAtendimento: Type.Integer({ title: 'Dias entre contatos' }),
  /** `YYYY-MM-DD HH:mm:ss` in the person's time zone. */
  dtProximoContatoCobranca: Nullable(text('Próximo contato de cobrança')),
  atendidoDomingo: Flag('Atendido no domingo'),
  atendidoSegunda: Flag('Atendido na segunda'),
  atendidoTerca: Flag('Atendido na terça'),
  atendidoQuarta: Flag('Atendido na quarta'),
  atendidoQuinta: Flag('Atendido na quinta'),
  atendidoSexta: Flag('Atendido na sexta'),
  atendidoSabado: Flag('Atendido no sábado'),
};

/** A customer as the panel shows it. Fields that the person may not see are absent. */
export const PanelCustomer = Type.Object(
  {
    id: Id('Cliente'),
    versao: Type.Integer({ title: 'Versão' }),
    cnpj: Personal('DOCUMENTO', text('CPF ou CNPJ')),
    razSoc: text('Razão social'),
    fant: text('Nome fantasia'),
    telefone: Personal('TELEFONE', text('Telefone')),
    email: Personal('EMAIL', text('E-mail')),
    cid: text('Cidade'),
    uf: text('UF'),
    legendas: Type.Array(Badge, { title: 'Legendas' }),
    motivoBloqueio: Nullable(text('Motivo do bloqueio')),
    prospect: Type.Boolean({ title: 'Prospect' }),
    simulacao: Type.Boolean({ title: 'Simulação' }),
    naoContatar: Flag('Não contatar'),
    /** Addresses of the customer and its contacts that refused mail; nothing is sent to them until that is resolved. */
    emailsRecusados: Type.Array(
      Type.Object(
        {
          email: Personal('EMAIL', text('E-mail')),
          desde: Instant('Recusado em'),
          falha: text('O que o servidor do endereço respondeu'),
        },
        { title: 'E-mail recusado' },
      ),
      { title: 'E-mails recusados' },
    ),
    representante: Nullable(NamedOption),
    /** Number of entries behind each tab, by the tab's key; 100 means 100 or more. */
    contadores: Type.Record(Type.String(), Type.Integer(), { title: 'Contadores das abas' }),
    /** The registrations that became one with this customer, the newest first; absent where there are none. */
    unidos: Type.Optional(Type.Array(MergedRegistration, { title: 'Cadastros unidos a este' })),
    ...Type.Partial(Type.Object(registration)).properties,
    obsLogistica: Type.Optional(text('Observações de logística')),
    ...Type.Partial(Type.Object(serviceSettings)).properties,
  },
  { title: 'Cliente no painel' },
);
export type PanelCustomer = Static<typeof PanelCustomer>;
