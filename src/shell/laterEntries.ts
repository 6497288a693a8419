import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AnalyticsOutlined from '@mui/icons-material/AnalyticsOutlined';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import AutoDeleteOutlined from '@mui/icons-material/AutoDeleteOutlined';
import AutoModeOutlined from '@mui/icons-material/AutoModeOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import CloudSyncOutlined from '@mui/icons-material/CloudSyncOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import FolderOpenOutlined from '@mui/icons-material/FolderOpenOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import LoyaltyOutlined from '@mui/icons-material/LoyaltyOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import MoveToInboxOutlined from '@mui/icons-material/MoveToInboxOutlined';
import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import PhonelinkSetupOutlined from '@mui/icons-material/PhonelinkSetupOutlined';
import PriceChangeOutlined from '@mui/icons-material/PriceChangeOutlined';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import QuickreplyOutlined from '@mui/icons-material/QuickreplyOutlined';
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import SchemaOutlined from '@mui/icons-material/SchemaOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import ShoppingBasketOutlined from '@mui/icons-material/ShoppingBasketOutlined';
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import ViewCarouselOutlined from '@mui/icons-material/ViewCarouselOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import ViewQuiltOutlined from '@mui/icons-material/ViewQuiltOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { entry, type ShellGroup } from './screens.ts';

/** The groups below the first: documents 000 and 001, section 2 (modules and titles). */
export const laterGroups: ShellGroup[] = [
  {
    label: 'Vendas',
    entries: [
      entry('/orcamentos', 'ORCAMENTO', 'Orçamento', 'Orçamentos', RequestQuoteOutlined, 'g o'),
      entry(
        '/orcamentos-parados',
        'ORCAMENTO_PARADO',
        'Orçamento parado',
        'Orçamentos Parados',
        HourglassEmptyOutlined,
      ),
      entry('/meus-pedidos', 'PEDIDO_OPERADOR', 'Meu pedido', 'Meus Pedidos', ShoppingBasketOutlined),
      entry('/pedidos', 'PEDIDO', 'Pedido', 'Pedidos', ShoppingCartOutlined, 'g p'),
      entry('/agendas', 'AGENDA', 'Agenda', 'Agendas', EventOutlined, 'g a'),
      entry('/ligacoes', 'CLIENTE_HISTORICO_ATENDIMENTO', 'Ligação', 'Ligações', PhoneCallbackOutlined),
      entry(
        '/negociacoes',
        'PRECO_NEGOCIADO',
        'Negociação de preço',
        'Negociações de Preço',
        PriceChangeOutlined,
        'g n',
      ),
      entry(
        '/solicitacoes-troca',
        'SOLICITACOES_TROCA',
        'Solicitação de troca',
        'Sol. de Troca',
        SwapHorizOutlined,
      ),
      entry('/acompanhamentos', 'ACOMPANHAMENTO', 'Acompanhamento', 'Acompanhamentos', ViewKanbanOutlined),
      entry(
        '/acompanhamentos-clientes',
        'ACOMPANHAMENTO_CLIENTE',
        'Acompanhamento de cliente',
        'Acompanhamentos Clientes',
        GroupsOutlined,
      ),
      entry(
        '/contas-correntes',
        'CONTA_CORRENTE',
        'Conta corrente',
        'Contas Correntes',
        AccountBalanceWalletOutlined,
      ),
      entry(
        '/esperas-produto',
        'CLIENTE_ORCAMENTOS',
        'Espera por produto',
        'Esperas por produtos',
        HourglassEmptyOutlined,
      ),
      entry('/campanhas', 'GERENCIA_CAMPANHA', 'Campanha', 'Campanhas', LoyaltyOutlined),
      entry('/objetivos', 'GERENCIA_OBJETIVO', 'Objetivo', 'Objetivos Vendedores', FlagOutlined),
    ],
  },
  {
    label: 'Análise',
    // Before 'Painéis', because a screen belongs to the first entry whose path is a prefix of its own.
    boards: true,
    entries: [
      entry('/paineis', 'SAC_RELATORIO', 'Painel', 'Painéis', ViewQuiltOutlined),
      entry('/relatorios', 'SAC_RELATORIO', 'Relatório', 'Relatórios', AnalyticsOutlined),
    ],
  },
  // Before 'Todos os cadastros', because a screen belongs to the first entry whose path is a prefix of its own.
  { label: 'Cadastros próprios', own: true, entries: [] },
  {
    label: 'Cadastros',
    second: true,
    entries: [
      entry('/cadastros/filiais', 'CADASTROS_EMPRESA', 'Filial', 'Filiais', StorefrontOutlined),
      entry('/cadastros/setores', 'CADASTROS_EMPRESA', 'Setor', 'Setores', ApartmentOutlined),
      entry('/cadastros/produtos', 'CADASTROS_PRODUTOS', 'Produto', 'Produtos', Inventory2Outlined),
      entry(
        '/cadastros/representantes',
        'CADASTROS_COMERCIAL',
        'Representante',
        'Representantes',
        BadgeOutlined,
      ),
      entry(
        '/cadastros/transportadoras',
        'CADASTROS_COMERCIAL',
        'Transportadora',
        'Transportadoras',
        LocalShippingOutlined,
      ),
      entry(
        '/cadastros/notas/importar-xml',
        'NOTAS_IMPORTAR_XML',
        'Importação de notas',
        'Notas por XML',
        UploadFileOutlined,
      ),
      // Listed after the entries below its path, because a screen belongs to the first entry whose path is a prefix of its
      // own.
      {
        ...entry('/cadastros', 'CADASTROS_EMPRESA', 'Cadastro', 'Todos os cadastros', FolderOpenOutlined),
        also: [
          'CADASTROS_COMERCIAL',
          'CADASTROS_PRODUTOS',
          'CADASTROS_CLIENTES',
          'CADASTROS_LISTAS',
          'CADASTROS_PROPRIOS',
        ],
      },
    ],
  },
  {
    label: 'Empresa',
    second: true,
    entries: [
      entry('/primeiros-passos', 'CONFIGURACAO', 'Primeiro passo', 'Primeiros passos', ChecklistOutlined),
      {
        ...entry('/configuracao', 'CONFIGURACAO_RELATORIOS', 'Definição', 'Estúdio', SchemaOutlined, 'g s'),
        also: ['CONFIGURACAO_ESQUEMAS', 'CONFIGURACAO_FLUXOS', 'CONFIGURACAO_REGRAS'],
      },
      entry('/parametros', 'CONFIGURACAO_PARAMETROS', 'Parâmetro', 'Parâmetros', TuneOutlined),
      entry(
        '/certificados-nfe',
        'CONFIGURACAO_PARAMETROS',
        'Certificado da NF-e',
        'Certificados da NF-e',
        VerifiedUserOutlined,
      ),
      entry(
        '/configuracao-fv',
        'CONFIGURACAO_FV',
        'Configuração FV',
        'Configuração FV',
        PhonelinkSetupOutlined,
      ),
      entry(
        '/carga-inicial',
        'CALLCENTER_CARGA_INICIAL',
        'Carga inicial',
        'Carga Inicial',
        CloudSyncOutlined,
      ),
    ],
  },
  {
    label: 'Conteúdo e atendimento',
    second: true,
    entries: [
      entry('/avisos-publicados', 'AVISOS_EDITAR', 'Aviso', 'Avisos', CampaignOutlined),
      entry(
        '/pagina-inicial',
        'CONFIGURACAO_PAGINA_INICIAL',
        'Banner ou vitrine',
        'Página inicial',
        ViewCarouselOutlined,
      ),
      entry(
        '/quadros',
        'ACOMPANHAMENTO_CLIENTE_EDITAR',
        'Quadro de acompanhamento',
        'Quadros',
        ViewKanbanOutlined,
      ),
      entry('/artigos', 'FAQ_EDITAR', 'Artigo', 'Artigos', ArticleOutlined),
      entry(
        '/respostas',
        'CONFIGURACAO_RESPOSTAS',
        'Resposta pronta',
        'Respostas prontas',
        QuickreplyOutlined,
      ),
      entry('/automacoes', 'AUTOMACAO_EDITAR', 'Automação', 'Automações', AutoModeOutlined),
      entry(
        '/emails-recebidos',
        'TICKETS_EMAILS',
        'E-mail recebido',
        'E-mails recebidos',
        MoveToInboxOutlined,
      ),
    ],
  },
  {
    label: 'Pessoas e dados',
    second: true,
    entries: [
      entry('/pessoas', 'CONFIGURACAO_PESSOAS', 'Pessoa', 'Pessoas', PersonOutlined),
      entry('/perfis', 'CONFIGURACAO_PERFIS', 'Perfil', 'Perfis', KeyOutlined),
      entry(
        '/titulares',
        'CONFIGURACAO_PRIVACIDADE',
        'Titular de dados',
        'Titulares de dados',
        PrivacyTipOutlined,
      ),
      entry('/guarda', 'CONFIGURACAO_PRIVACIDADE', 'Guarda de dados', 'Guarda de dados', AutoDeleteOutlined),
      entry('/auditoria', 'AUDITORIA', 'Registro de auditoria', 'Auditoria', HistoryOutlined),
    ],
  },
  {
    label: 'Integração e servidor',
    second: true,
    entries: [
      entry('/chaves', 'CONFIGURACAO_CHAVES', 'Chave de integração', 'Chaves de integração', VpnKeyOutlined),
      entry('/webhooks', 'CONFIGURACAO_WEBHOOKS', 'Webhook', 'Webhooks', WebhookOutlined),
      entry('/entregas', 'CONFIGURACAO_WEBHOOKS', 'Entrega de webhook', 'Entregas de webhooks', SendOutlined),
      entry('/emails', 'CONFIGURACAO_EMAILS', 'E-mail', 'Caixa de saída', OutboxOutlined),
      entry('/saude', 'CONFIGURACAO_SAUDE', 'Saúde', 'Saúde', MonitorHeartOutlined),
    ],
  },
];
