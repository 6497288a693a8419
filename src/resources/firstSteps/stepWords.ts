import type { FirstStepKey } from '#contract/config/firstSteps.ts';
import type { Permission } from '#contract/permissions.ts';

/** A link shown to people who hold its permission. */
interface StepLink {
  to: string;
  words: string;
  permission: Permission;
}

interface StepWords {
  title: string;
  /** What the step unlocks. */
  text: string;
  next: StepLink;
  /** Where to look at the result once it is done. */
  there: StepLink;
  others?: readonly StepLink[];
}

const xml: StepLink = {
  to: '/cadastros/notas/importar-xml',
  words: 'Por XML de NF-e',
  permission: 'NOTAS_IMPORTAR_XML',
};
const api: StepLink = { to: '/chaves', words: 'Pela API, com uma chave', permission: 'CONFIGURACAO_CHAVES' };
const byFile = (key: string, permission: Permission): StepLink => ({
  to: `/cadastros/${key}/importar`,
  words: 'Por planilha',
  permission,
});

export const STEP_TEXTS: Readonly<Record<FirstStepKey, StepWords>> = {
  empresa: {
    title: 'Informar os dados da empresa',
    text: 'Nome, horário de atendimento, feriados locais e prazos: é por eles que cada ticket sabe quando vence.',
    next: { to: '/parametros', words: 'Dar o nome', permission: 'CONFIGURACAO_PARAMETROS' },
    there: { to: '/parametros', words: 'Abrir parâmetros', permission: 'CONFIGURACAO_PARAMETROS' },
  },
  filiais: {
    title: 'Cadastrar as filiais',
    text: 'De onde a empresa vende e atende. Sem uma, ninguém pode ser operador nem vendedor, e nenhuma nota é sua.',
    next: {
      to: '/cadastros/filiais/create',
      words: 'Criar filial',
      permission: 'CADASTROS_EMPRESA_CRIAR',
    },
    there: { to: '/cadastros/filiais', words: 'Abrir filiais', permission: 'CADASTROS_EMPRESA' },
    others: [byFile('filiais', 'CADASTROS_EMPRESA_IMPORTAR'), xml, api],
  },
  pessoas: {
    title: 'Chamar as pessoas',
    text: 'Operadores atendem, vendedores vendem, supervisores distribuem. Os sete perfis vêm prontos; cada pessoa escolhe a própria senha pelo e-mail que recebe.',
    next: { to: '/pessoas/create', words: 'Cadastrar pessoa', permission: 'CONFIGURACAO_PESSOAS' },
    there: { to: '/pessoas', words: 'Abrir pessoas', permission: 'CONFIGURACAO_PESSOAS' },
    others: [
      { to: '/perfis', words: 'Conferir perfis', permission: 'CONFIGURACAO_PERFIS' },
      { to: '/cadastros/setores', words: 'Setores', permission: 'CADASTROS_EMPRESA' },
    ],
  },
  notas: {
    title: 'Trazer as notas de venda',
    text: 'É delas que se devolve. Com os XMLs chegam também clientes e produtos: o caminho mais curto até a primeira devolução.',
    next: { ...xml, words: 'Importar XMLs' },
    there: { to: '/cadastros/notas', words: 'Abrir notas', permission: 'CADASTROS_CLIENTES' },
    others: [
      {
        to: '/cadastros/notas/create',
        words: 'À mão, depois de clientes e produtos',
        permission: 'CADASTROS_CLIENTES_CRIAR',
      },
      byFile('notas', 'CADASTROS_CLIENTES_IMPORTAR'),
      api,
    ],
  },
  clientes: {
    title: 'Trazer os clientes',
    text: 'Todo ticket e todo pedido é de um cliente. O painel mostra a cada vendedor o que há com ele.',
    next: {
      to: '/cadastros/clientes/importar',
      words: 'Importar planilha',
      permission: 'CADASTROS_CLIENTES_IMPORTAR',
    },
    there: { to: '/cadastros/clientes', words: 'Abrir clientes', permission: 'CADASTROS_CLIENTES' },
    others: [
      { to: '/cadastros/clientes/create', words: 'À mão', permission: 'CADASTROS_CLIENTES_CRIAR' },
      xml,
      api,
    ],
  },
  produtos: {
    title: 'Trazer os produtos',
    text: 'O que se vende e o que volta, com unidades, embalagens e impostos.',
    next: {
      to: '/cadastros/produtos/importar',
      words: 'Importar planilha',
      permission: 'CADASTROS_PRODUTOS_IMPORTAR',
    },
    there: { to: '/cadastros/produtos', words: 'Abrir produtos', permission: 'CADASTROS_PRODUTOS' },
    others: [
      { to: '/cadastros/produtos/create', words: 'À mão', permission: 'CADASTROS_PRODUTOS_CRIAR' },
      xml,
      api,
    ],
  },
  precos: {
    title: 'Dar preço e estoque',
    text: 'Com preço, no produto ou por tabela, e com estoque começam os orçamentos e os pedidos.',
    next: {
      to: '/cadastros/precos/importar',
      words: 'Importar preços',
      permission: 'CADASTROS_PRODUTOS_IMPORTAR',
    },
    there: { to: '/cadastros/precos', words: 'Abrir preços', permission: 'CADASTROS_PRODUTOS' },
    others: [
      {
        to: '/cadastros/produtos/propostas',
        words: 'Pelas últimas vendas',
        permission: 'CADASTROS_PRODUTOS_ALTERAR',
      },
      { to: '/cadastros/produtos', words: 'À mão, em cada produto', permission: 'CADASTROS_PRODUTOS' },
      { to: '/cadastros/tabelas-preco', words: 'Tabelas de preço', permission: 'CADASTROS_COMERCIAL' },
      { to: '/cadastros/estoque', words: 'Estoque', permission: 'CADASTROS_PRODUTOS' },
      api,
    ],
  },
  pagamento: {
    title: 'Conferir cobranças e planos',
    text: 'Como os clientes pagam, com suas taxas e prazos. Um conjunto comum já vem pronto: mude o que for diferente.',
    next: {
      to: '/cadastros/cobrancas/create',
      words: 'Criar cobrança',
      permission: 'CADASTROS_COMERCIAL_CRIAR',
    },
    there: { to: '/cadastros/cobrancas', words: 'Abrir cobranças', permission: 'CADASTROS_COMERCIAL' },
    others: [
      { to: '/cadastros/planos-pagamento', words: 'Planos de pagamento', permission: 'CADASTROS_COMERCIAL' },
    ],
  },
  atendimento: {
    title: 'Conferir tipos de ticket e fluxos',
    text: 'O conjunto padrão já vem pronto: devolução, troca, prorrogação, reclamação e outros, com seus fluxos.',
    next: { to: '/cadastros/tipos-ticket/create', words: 'Criar tipo', permission: 'CADASTROS_LISTAS_CRIAR' },
    there: { to: '/cadastros/tipos-ticket', words: 'Abrir tipos', permission: 'CADASTROS_LISTAS' },
    others: [
      { to: '/cadastros/motivos-ticket', words: 'Motivos', permission: 'CADASTROS_LISTAS' },
      { to: '/configuracao/flows', words: 'Fluxos, no estúdio', permission: 'CONFIGURACAO_FLUXOS' },
    ],
  },
  certificados: {
    title: 'Instalar os certificados das autoridades',
    text: 'Por eles se confere quem assinou cada NF-e. Até lá, as notas importadas dão direito a devolver e ficam marcadas "cadeia não conferida".',
    next: { to: '/certificados-nfe', words: 'Pôr certificados', permission: 'CONFIGURACAO_PARAMETROS' },
    there: { to: '/certificados-nfe', words: 'Ver certificados', permission: 'CONFIGURACAO_PARAMETROS' },
  },
  email: {
    title: 'Ligar o envio de e-mails',
    text: 'Sem ele ninguém recebe o endereço da senha nem a resposta de um ticket: tudo espera na caixa de saída. Liga-se no servidor, com SMTP_HOST e SMTP_FROM.',
    next: { to: '/emails', words: 'Ver a caixa de saída', permission: 'CONFIGURACAO_EMAILS' },
    there: { to: '/emails', words: 'Caixa de saída', permission: 'CONFIGURACAO_EMAILS' },
  },
};
