/** Sentences that speak to a person about their profile or session, and what a service key is told instead. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [
    /Você não tem a permissão ("[^"]+")\. Peça a um administrador que a inclua no seu perfil\./g,
    'Esta chave não tem a permissão $1. Quem cuida das chaves de integração pode incluí-la.',
  ],
  [/Sua sessão terminou\. Entre novamente para continuar\./g, 'Esta chave não é aceita.'],
  [/\b(?:O )?seu perfil exige/gi, 'Esta chave exige'],
  [/(^|[.!?:] )Seu perfil\b/g, '$1Esta chave'],
  [/\bno seu perfil\b/g, 'nesta chave'],
  [/\bseu perfil\b/g, 'esta chave'],
];

/**
 * Rewrites one of the console's own sentences for another system: a key has neither a profile nor a session. Never applied to
 * text written by people.
 */
export const keyWording = (text: string): string =>
  SAID.reduce((said, [pattern, instead]) => said.replace(pattern, instead), text);
