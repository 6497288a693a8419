import { decimal, integer, words, yesNo } from './kinds.ts';

const field = { area: 'CALLCENTER', grupo: 'Força de vendas', porFilial: true } as const;

/** Settings that the field sales app requests at startup (document 002 section 7: configuracao/forca-vendas). */
export const FIELD_SALES_PARAMETERS = {
  fvMinutosSincronizacao: integer({
    ...field,
    titulo: 'Sincronização automática',
    descricao: 'De quantos em quantos minutos o aplicativo busca e envia dados.',
    padrao: 30,
    unidade: 'minutos',
    de: 5,
    ate: 1440,
  }),
  fvDiasSemSincronizar: integer({
    ...field,
    titulo: 'Limite sem sincronizar',
    descricao: 'Depois de quantos dias sem sincronizar o aplicativo deixa de vender.',
    padrao: 3,
    unidade: 'dias',
    de: 1,
    ate: 60,
  }),
  fvDescontoMaximo: decimal({
    ...field,
    titulo: 'Desconto máximo em campo',
    descricao: 'Maior desconto que o aplicativo aceita em um item.',
    padrao: '5',
    unidade: '%',
    de: '0',
    ate: '100',
    casas: 2,
  }),
  fvMostraEstoque: yesNo({
    ...field,
    titulo: 'Mostrar estoque em campo',
    descricao: 'O aplicativo mostra as quantidades em estoque da filial.',
    padrao: true,
  }),
  fvMostraClientesOutros: yesNo({
    ...field,
    titulo: 'Clientes de outros vendedores',
    descricao: 'O aplicativo também leva os clientes que outros vendedores da filial atendem.',
    padrao: false,
  }),
  fvExigeLocalizacao: yesNo({
    ...field,
    titulo: 'Exigir localização na visita',
    descricao: 'O aplicativo só registra uma visita com a localização do aparelho.',
    padrao: false,
  }),
  fvMensagemInicial: words({
    ...field,
    titulo: 'Mensagem de abertura',
    descricao: 'Texto que o aplicativo mostra ao abrir.',
    padrao: null,
    semValor: 'nenhuma mensagem',
    maximo: 200,
  }),
};
