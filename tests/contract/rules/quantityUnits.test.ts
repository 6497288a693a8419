import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packQuantityProblem } from '#contract/rules/orders/packaging.ts';
import { shortageText } from '#contract/rules/orders/shownStock.ts';
import { parseQuantity } from '#contract/rules/quantity.ts';
import { restText } from '#contract/rules/steps/returnedGoods.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Sentences that show a quantity without the unit of its line, each with the reason. */
const WITHOUT_UNIT: Record<string, string> = {
  'contract/rules/orders/packaging.ts: VENDE DE ${n} EM ${n}':
    'the badge of a product, in the words of the documents',
  'contract/rules/quantity.ts: A quantidade pode ser no máximo': 'names the unit if the field has one',
  'server/sac/tickets/create/references.ts: outro ticket já solicitou':
    'after the rest of the same line with its unit',
  'server/sac/tickets/create/references.ts: ${formatQuantity(returned)} já':
    'after the rest of the same line with its unit',
  'server/sac/tickets/create/references.ts: ${formatQuantity(papers)}':
    'after the rest of the same line with its unit',
  'server/sac/tickets/change/lineHolds.ts: só ${compareDecimals': 'after the quantity needed with its unit',
  'contract/rules/forms/formMessages.ts: Use': 'a number of a form, not a quantity of goods',
  'contract/records/fields/normalizeRecord.ts: %': 'a percentage',
  'contract/rules/tickets/returnUnits.ts: use uma destas unidades': 'the factors of the units that it names',
};

const sources = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

/** The template texts of the rules and of the server that show a quantity, as `file: text`. */
const sentences = [...sources('contract'), ...sources('server')]
  .filter((file) => !file.includes('/seed/') && !file.includes('Pdf') && !file.includes('/pdf/'))
  .flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/`[^`]*\$\{formatQuantity\([^`]*`/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  );

const namesUnit = (text: string) =>
  /unit|unidade|\bbase\b|baseUnitOf|\$\{name\}|\bcode\b/i.test(text.slice(text.indexOf(': ')));
const isReasoned = (text: string) =>
  Object.keys(WITHOUT_UNIT).some((known) => {
    const [file = '', part = ''] = known.split(/: (.*)/s);
    return text.startsWith(`${file}:`) && text.includes(part);
  });

describe('a refusal about a quantity', () => {
  it('names the unit of the line, or has a reason not to', () => {
    expect(sentences.length).toBeGreaterThan(12);
    expect(sentences.filter((text) => !namesUnit(text) && !isReasoned(text))).toEqual([]);
  });

  it('speaks in the packaging that the line says', () => {
    const box = { unidade: 'CX', fator_conversao: '12' };
    expect(shortageText({ needed: '24', left: '30' }, box, 'UN')).toBe(
      '2 caixas (24 UN) no orçamento, 2 caixas (24 UN) em estoque.',
    );
    expect(shortageText({ needed: '24', left: '6' }, box, 'UN')).toBe(
      '2 caixas (24 UN) no orçamento, 6 unidades em estoque.',
    );
    // Lines in several packagings, which no single one of them tells whole.
    expect(shortageText({ needed: '25', left: '-3' }, box, 'UN')).toBe(
      '25 unidades no orçamento, 0 unidades em estoque.',
    );
    // The base unit has another name than what the line is sold in.
    expect(shortageText({ needed: '900', left: '870' }, { unidade: 'UN', fator_conversao: '1' }, 'FD')).toBe(
      '900 unidades no orçamento, 870 unidades em estoque.',
    );
  });

  it('names the packaging of a limit', () => {
    const limits = { unit: 'CX', divides: false, multiple: '6', max: '12', digits: 4 };
    for (const quantity of ['3', '9', '18'])
      expect(packQuantityProblem(quantity, limits)?.message).toMatch(/caixas/);
    expect(parseQuantity('4', { max: '3', unit: 'KG' })).toMatchObject({
      message: 'A quantidade pode ser no máximo 3 quilos.',
    });
    expect(restText('2', '10', 'CX')).toBe('faltam 2 de 10 CX');
  });
});
