/**
 * Every colour of the console, as rows of light and dark (document 002 section 3: actions, components, estoque,
 * status_pedido). The theme turns each into a CSS variable: `theme.vars.palette.actions.primaria.main`.
 * tests/src/ui/theme/palette.test.ts ensures that each text has a contrast of 4.5:1 or better on its background.
 */
export type Scheme = 'light' | 'dark';

/** An action colour: `contrast` is the text on `main` and `hover`; `text` is used on surfaces and on `soft`. */
export interface ActionColor {
  main: string;
  hover: string;
  contrast: string;
  soft: string;
  text: string;
}

/** An informative colour: a tinted background and the text on it, which is also used on surfaces. */
interface ToneColor {
  soft: string;
  text: string;
}

const action = (main: string, hover: string, contrast: string, soft: string, text: string): ActionColor => ({
  main,
  hover,
  contrast,
  soft,
  text,
});
const tone = (soft: string, text: string): ToneColor => ({ soft, text });

const ACTIONS = {
  primaria: {
    light: action('#3D52C9', '#3143AE', '#FFFFFF', '#ECEFFD', '#3546B8'),
    dark: action('#8C9EFF', '#A3B1FF', '#0D1230', '#20274A', '#A5B3FF'),
  },
  secundaria: {
    light: action('#4B5563', '#3A434F', '#FFFFFF', '#EEF0F3', '#434B57'),
    dark: action('#A9B2BF', '#BFC6D0', '#14171C', '#262B33', '#BBC2CD'),
  },
  sucesso: {
    light: action('#16713F', '#105C32', '#FFFFFF', '#E3F5E9', '#14693A'),
    dark: action('#4FC47D', '#6BD293', '#06210F', '#12311F', '#7ED9A0'),
  },
  aviso: {
    light: action('#F5B02E', '#E9A11A', '#2B1A00', '#FDF1D3', '#7D4D08'),
    dark: action('#F2B23E', '#F7C262', '#2B1A00', '#38290B', '#F2C25C'),
  },
  perigo: {
    light: action('#C42B26', '#A8211D', '#FFFFFF', '#FDE8E8', '#B3231F'),
    dark: action('#FF8A84', '#FFA29D', '#360807', '#431A1A', '#FF9F9A'),
  },
  informacao: {
    light: action('#1D5FBF', '#174E9E', '#FFFFFF', '#E6F0FE', '#1A53A8'),
    dark: action('#7DB4FF', '#98C4FF', '#061B38', '#152A4A', '#9CC5FF'),
  },
} satisfies Record<string, Record<Scheme, ActionColor>>;

/** Surfaces, lines and texts. `campo` is the border of a control (3:1), `foco` the focus ring. */
const COMPONENTS = {
  fundo: { light: '#FFFFFF', dark: '#101216' },
  superficie: { light: '#FFFFFF', dark: '#15181D' },
  elevada: { light: '#FFFFFF', dark: '#1B1F26' },
  lateral: { light: '#F6F7F9', dark: '#0B0D10' },
  cabecalho: { light: '#F8F9FA', dark: '#15181D' },
  realce: { light: '#F1F3F5', dark: '#1E232B' },
  selecionado: { light: '#ECEFFD', dark: '#20274A' },
  linha: { light: '#E4E7EB', dark: '#262B33' },
  linhaForte: { light: '#CDD2D9', dark: '#38404B' },
  campo: { light: '#868E9A', dark: '#6C7584' },
  foco: { light: '#3D52C9', dark: '#8C9EFF' },
  texto: { light: '#16191F', dark: '#E9EBEE' },
  textoSecundario: { light: '#565E6A', dark: '#A6ADB8' },
  textoFraco: { light: '#636B77', dark: '#969EAA' },
} satisfies Record<string, Record<Scheme, string>>;

/** The tints available to statuses, badges and tags. */
const TONES = {
  neutro: { light: tone('#EEF0F3', '#48505C'), dark: tone('#262B33', '#B6BDC8') },
  azul: { light: tone('#E6F0FE', '#1A53A8'), dark: tone('#152A4A', '#9CC5FF') },
  indigo: { light: tone('#ECEFFD', '#3546B8'), dark: tone('#20274A', '#A5B3FF') },
  ciano: { light: tone('#E0F3F8', '#0B5F72'), dark: tone('#0E3039', '#79D3E6') },
  turquesa: { light: tone('#DFF4EF', '#0B6156'), dark: tone('#0D322C', '#72D8C6') },
  verde: { light: tone('#E3F5E9', '#14693A'), dark: tone('#12311F', '#7ED9A0') },
  ambar: { light: tone('#FDF1D3', '#7D4D08'), dark: tone('#38290B', '#F2C25C') },
  laranja: { light: tone('#FDEBDD', '#963C0B'), dark: tone('#3D220F', '#FBB07C') },
  vermelho: { light: tone('#FDE8E8', '#B3231F'), dark: tone('#431A1A', '#FF9F9A') },
  rosa: { light: tone('#FCE7F1', '#A01B5A'), dark: tone('#40162B', '#F9A3C8') },
  violeta: { light: tone('#F2EAFD', '#6930B8'), dark: tone('#2D1F47', '#CDB0FB') },
} satisfies Record<string, Record<Scheme, ToneColor>>;

export type Tone = keyof typeof TONES;

const STOCK = { normal: 'verde', baixo: 'ambar', vazio: 'vermelho' } satisfies Record<string, Tone>;

/** The twenty statuses of document 002 section 4. */
const ORDER_STATUS = {
  aguardando: 'neutro',
  analise: 'azul',
  bloqueado: 'vermelho',
  cancelado: 'vermelho',
  deposito: 'ambar',
  devolucao: 'rosa',
  entregue: 'verde',
  faturado: 'turquesa',
  liberado: 'ciano',
  separacao: 'indigo',
  transporte: 'violeta',
  ativo: 'verde',
  vencido: 'laranja',
  rejeitado: 'vermelho',
  cotacao: 'neutro',
  orcamento_analise: 'azul',
  perdido: 'laranja',
  pagamento_expirado: 'laranja',
  pagamento_pendente: 'ambar',
  pagamento_realizado: 'verde',
} satisfies Record<string, Tone>;

/** The palette of one scheme, by the keys of document 002. `tons` are the plain tints. */
export const paletteOf = (scheme: Scheme) => ({
  actions: pick(ACTIONS, scheme),
  components: pick(COMPONENTS, scheme),
  tons: pick(TONES, scheme),
  estoque: tinted(STOCK, scheme),
  status_pedido: tinted(ORDER_STATUS, scheme),
});

export type ConsolePalette = ReturnType<typeof paletteOf>;

function pick<K extends string, V>(rows: Record<K, Record<Scheme, V>>, scheme: Scheme): Record<K, V> {
  return Object.fromEntries(
    Object.entries<Record<Scheme, V>>(rows).map(([key, row]) => [key, row[scheme]]),
  ) as Record<K, V>;
}

function tinted<K extends string>(rows: Record<K, Tone>, scheme: Scheme): Record<K, ToneColor> {
  return Object.fromEntries(
    Object.entries<Tone>(rows).map(([key, name]) => [key, TONES[name][scheme]]),
  ) as Record<K, ToneColor>;
}
