import { ALL_TYPES, CALL_SCOPE, type KeyVerb, MAIL_SCOPE } from './serviceKeys.ts';

/** A usual purpose of a key, as the permissions with which its dialog starts. */
export interface KeyPreset {
  titulo: string;
  escopos: readonly { tipo: string; verbos: readonly KeyVerb[] }[];
}

const reading = (...tipos: string[]) => tipos.map((tipo) => ({ tipo, verbos: ['LER'] as const }));
const writing = (...tipos: string[]) => tipos.map((tipo) => ({ tipo, verbos: ['LER', 'GRAVAR'] as const }));

export const KEY_PRESETS: readonly KeyPreset[] = [
  { titulo: 'Leitura para BI', escopos: reading(ALL_TYPES) },
  {
    titulo: 'ERP',
    escopos: [
      ...writing(
        'clientes',
        'produtos',
        'precos',
        'estoque',
        'tabelas-preco',
        'notas',
        'titulos',
        'limites-credito',
        'creditos-cliente',
        'transportadoras',
        'representantes',
        'historico-pedidos',
      ),
      ...reading('tickets', 'pedidos', 'pagamentos', 'contatos', 'enderecos-entrega'),
    ],
  },
  { titulo: 'Telefonia', escopos: reading('clientes', 'contatos', 'atendimentos', 'tickets') },
  {
    titulo: 'Loja virtual',
    escopos: [...writing('clientes'), ...reading('produtos', 'precos', 'estoque', 'pedidos')],
  },
  { titulo: 'Ligações recebidas', escopos: [{ tipo: CALL_SCOPE.tipo, verbos: [CALL_SCOPE.verbo] }] },
  { titulo: 'Caixa de e-mail', escopos: [{ tipo: MAIL_SCOPE.tipo, verbos: [MAIL_SCOPE.verbo] }] },
];
