import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { keyWording } from '#contract/rules/keyWording.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

/** What only a person has. */
const OF_PEOPLE = /\bperfil\b|\bsess(?:ão|ões)\b/i;

/** Sentences about the profiles and sessions of others, as that of a rule: their screens are not for keys. */
const ABOUT_OTHERS =
  /^server\/(?:docs|config|companyRules|session\/(?!personalData|currentUser)|sac\/(?:dashboardPages|publishedNotices)|records\/custom\/typeRights|db|demonstration|start|telemetry|realtime|settings)/;

const sentences = sourceFiles('server').flatMap((file) =>
  ABOUT_OTHERS.test(file)
    ? []
    : [...readFileSync(file, 'utf8').matchAll(/(['`])((?:(?!\1)[^\\\n])*)\1/g)].flatMap(([, , text = '']) =>
        OF_PEOPLE.test(text) && /[ .]/.test(text) ? [{ file, text }] : [],
      ),
);

describe('sentences for service keys', () => {
  it('speak of no profile and no session, whichever refusal it is', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(4);
    const left = sentences.filter(({ text }) => OF_PEOPLE.test(keyWording(text)));
    expect(left).toEqual([]);
  });

  it('name what the key lacks', () => {
    expect(
      keyWording('Você não tem a permissão "Tickets". Peça a um administrador que a inclua no seu perfil.'),
    ).toBe('Esta chave não tem a permissão "Tickets". Quem cuida das chaves de integração pode incluí-la.');
    expect(keyWording('Seu perfil não vê este dado por inteiro.')).toBe(
      'Esta chave não vê este dado por inteiro.',
    );
    expect(keyWording('O preço não é válido.')).toBe('O preço não é válido.');
  });
});

/** Without comments, which may name permissions. */
const codeOf = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '');

describe('sentences for people', () => {
  /** Keys of permissions that are words of their own elsewhere. */
  const keys = Object.keys(permissionNames).filter((key) => key.includes('_'));
  const named = new RegExp(`(?<![A-Z_])(?:${keys.join('|')})(?![A-Z_])`);

  it('name no permission by its key: a profile shows other words', () => {
    const wrong = [...sourceFiles('src'), ...sourceFiles('server'), ...sourceFiles('contract')].flatMap(
      (file) =>
        /^server\/docs\//.test(file)
          ? []
          : [...codeOf(file).matchAll(/(['`"])((?:(?!\1)[^\\\n])*)\1/g)].flatMap(([, , text = '']) =>
              named.test(text) && /[a-zà-ú]{2,} [a-zà-ú]/.test(text) ? [`${file}: ${text}`] : [],
            ),
    );
    expect(wrong).toEqual([]);
  });
});
