import type { I18nProvider } from 'ra-core';
import { numberText } from '#contract/rules/format.ts';
import { ptBR } from './ptBR.ts';

/**
 * The console has a single language, so it does without ra-i18n-polyglot (8 kB of the first load). The syntax is the same:
 * nested keys, `%{name}`, and `one |||| many` selected by `smart_count`. A key without a translation is used as the text
 * itself, because screens and the server pass Portuguese sentences to `notify`.
 */
export const i18nProvider: I18nProvider = {
  translate: (key, options: Options = {}) =>
    fill(pluralOf(textOf(key) ?? options._ ?? key, options.smart_count), options),
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'pt-BR',
  getLocales: () => [{ locale: 'pt-BR', name: 'Português (Brasil)' }],
};

interface Options {
  _?: string;
  smart_count?: number;
  [name: string]: unknown;
}

function textOf(key: string): string | undefined {
  let node: unknown = ptBR;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}

function pluralOf(text: string, count: number | undefined): string {
  const [one = '', many = one] = text.split('||||');
  return (count === undefined || count === 1 ? one : many).trim();
}

const fill = (text: string, values: Options) =>
  text.replace(/%\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined || value === null) return whole;
    return typeof value === 'number' ? numberText(value) : String(value);
  });
