import { describe, expect, it } from '@jest/globals';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { i18nProvider } from '#src/i18n/i18nProvider.ts';
import { ptBR } from '#src/i18n/ptBR.ts';

type Tree = { [key: string]: string | Tree | undefined };

function texts(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as const] : [...texts(value ?? {}, `${path}${key}.`)],
    ),
  );
}
const placeholders = (text: string) => [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map((m) => m[1]))];

const ours = texts(ptBR);
const theirs = texts(english);

describe('Portuguese catalogue', () => {
  it('has every key of the English one, and no others', () => {
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
  });

  it('uses only placeholders that react-admin fills', () => {
    const unknown = [...ours].filter(([key, text]) => {
      const filled = placeholders(theirs.get(key) ?? '');
      return placeholders(text).some((name) => !filled.includes(name));
    });
    expect(unknown).toEqual([]);
  });

  it('leaves nothing in English', () => {
    const same = [...ours].filter(
      ([key, text]) => /[a-z]{4}/.test(text.replace(/%\{\w+\}/g, '')) && theirs.get(key) === text,
    );
    expect(same.map(([key]) => key)).toEqual(['ra.page.dashboard']);
  });

  it("translates every react-admin text like react-admin's own translator", () => {
    const theirTranslator = polyglotI18nProvider(() => ptBR, 'pt-BR', [], { allowMissing: true });
    const options = {
      name: 'Tickets',
      field_lower_first: 'cliente',
      order: 'crescente',
      page: 3,
      _: 'padrão',
    };
    for (const smart_count of [0, 1, 2, 23])
      for (const key of [
        ...ours.keys(),
        'ra.action',
        'ra.nothing',
        'Sentença com %{name}.',
        'resources.x.name',
      ])
        expect([key, i18nProvider.translate(key, { ...options, smart_count })]).toEqual([
          key,
          theirTranslator.translate(key, { ...options, smart_count }),
        ]);
  });

  it('pluralises in Portuguese, and returns a plain sentence unchanged', () => {
    expect(i18nProvider.translate('ra.action.bulk_actions', { smart_count: 1 })).toBe('1 item selecionado');
    expect(i18nProvider.translate('ra.action.bulk_actions', { smart_count: 1284 })).toBe(
      '1.284 itens selecionados',
    );
    expect(i18nProvider.translate('Ticket reaberto com sucesso')).toBe('Ticket reaberto com sucesso');
    expect(i18nProvider.translate('constructor.name')).toBe('constructor.name');
  });
});
