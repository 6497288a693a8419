/** First segments of paths that are always API calls and never pages (endpoints.tsv, head). */
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

/** Pages with API calls below them: '/parametros' is a page, '/parametros/SAC/env.js' a call. */
const CALLS_BELOW = ['login', 'parametros'];

/**
 * Whether a path, given as segments, belongs to the API. Real calls are in lowercase, but probes are not, so case is ignored.
 */
export function isApiPath([first = '', ...rest]: readonly string[]): boolean {
  const area = first.toLowerCase();
  return CALLS.includes(area) || (CALLS_BELOW.includes(area) && rest.some(Boolean));
}

/** The same rule as a regular expression, for a proxy in front of the API. */
export const CALL_PATTERN = `^/((${CALLS.join('|').replace('.', '\\.')})(/|$|\\?)|(${CALLS_BELOW.join('|')})/[^?])`;
