/** First parts of the paths that are calls and never a page, whatever follows (endpoints.tsv, head). */
const CALLS = [
  'sac',
  'callcenter',
  'config',
  'dados',
  'senha',
  'imagens',
  'cep',
  'captcha',
  'broadcasting',
  'app',
  'docs',
  'healthz',
  'metrics',
  'email',
  'env.json',
];

/** Screens with calls below them: '/parametros' is a page, '/parametros/SAC/env.js' a call. */
const CALLS_BELOW = ['login', 'parametros'];

/** Whether a path, by its parts, is one of the API. Paths of calls are written in small letters; what is probed for is not. */
export function isCall([first = '', ...rest]: readonly string[]): boolean {
  const area = first.toLowerCase();
  return CALLS.includes(area) || (CALLS_BELOW.includes(area) && rest.some(Boolean));
}

/** The same as an expression, for a proxy before the API. */
export const CALL_PATTERN = `^/((${CALLS.join('|').replace('.', '\\.')})(/|$|\\?)|(${CALLS_BELOW.join('|')})/[^?])`;
