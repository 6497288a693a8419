import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { orderStatus } from '#contract/catalogs/orderStatus.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { parameterText } from '#contract/rules/parameters/parameterKind.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

/** Seeds write what customers and carriers would have written. */
const sources = ['contract', 'server', 'src']
  .flatMap(sourceFiles)
  .filter((path) => !path.startsWith('server/db/seed/'))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }));

/** The view of a quote or order and its mail: the customer's document 001 says 'N/D' and '--' there. */
const BY_DOCUMENT = [
  'src/resources/orders/shared/OrderContent.tsx',
  'server/callcenter/orders/paper/orderPdf.ts',
];

const linesWith = (pattern: RegExp) =>
  sources.flatMap(({ path, lines }) =>
    lines.filter((line) => pattern.test(line)).map((line) => `${path}: ${line.trim()}`),
  );

describe('a missing value', () => {
  it("is shown by '—', never by another sign or word", () => {
    const other = /(?:\?\?|\|\||:|return) ?['"`>](?:–|-{1,3}|N\/[AD]|n\/[ad]|Não informad[oa]s?)['"`<]/u;
    const found = linesWith(other).filter(
      (line) => !BY_DOCUMENT.some((path) => line.startsWith(`${path}: `)),
    );
    expect(found).toEqual([
      // The signs of a calculation.
      "contract/expression/operations.ts: menos: { texto: '-', de: [2, 2], ordem: RANK.soma },",
      "contract/expression/operations.ts: oposto: { texto: '-', de: [1, 1], ordem: RANK.sinal },",
      // What an imported sheet may say.
      "contract/rules/imports/cellText.ts: /** What people and programs write where there is nothing: '-', 'N/A', 'NULL', '#N/D'. */",
      // Keys, not texts.
      "server/session/passkeys/index.ts: const owner = await verifyKey(ctx, chave, { purpose: 'ENTRAR', token: ctx.entryBrowser ?? '-' });",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the source
      "server/writing/movedDrafts.ts: then ${name}::text else ${aside}::text || moving.version || '-' || chosen.place end",
    ]);
  });
});

describe('money', () => {
  it('is never put together by hand', () => {
    expect(linesWith(/R\$(?: |&nbsp;|\\u00a0|\$\{NBSP\})?\$?\{(?!NBSP)/u)).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the source
      "contract/rules/format.ts: return text.startsWith('-') ? `-R$${NBSP}${text.slice(1)}` : `R$${NBSP}${text}`;",
    ]);
    expect(linesWith(/['"`]R\$ ?['"`] ?\+/)).toEqual([]);
  });

  it('of parameters reads as everywhere: two decimals, or all that it has', () => {
    const kind = { tipo: 'DECIMAL', minimo: '0', maximo: '100000', casas: 4 } as const;
    expect(parameterText(kind, '0.1', 'R$')).toBe('R$\u00a00,10');
    expect(parameterText(kind, '1500', 'R$')).toBe('R$\u00a01.500,00');
    expect(parameterText(kind, '0.1255', 'R$')).toBe('R$\u00a00,1255');
  });
});

describe('a status', () => {
  it('has one name, which its catalogue gives', () => {
    const names = new Map<string, Set<string>>();
    // A name of one word also says other things: 'Em aberto' is no status.
    for (const { label } of [...ticketStatus, ...orderStatus]) {
      if (!label.includes(' ')) continue;
      const key = bare(label);
      names.set(key, (names.get(key) ?? new Set()).add(label));
    }
    const others = sources.flatMap(({ path, lines }) =>
      [...lines.join('\n').matchAll(/['"`>](\p{L}[\p{L} ]{3,40})['"`<]/gu)].flatMap(([, text = '']) => {
        const known = names.get(bare(text));
        return known && text.includes(' ') && !known.has(text) ? [`${path}: ${text}`] : [];
      }),
    );
    expect(others).toEqual([]);
  });
});

/** Without accents, capitals and small words: 'Aguardando o cliente' and 'Aguardando cliente' are one. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:o|a|os|as|de|do|da|em|pelo|pela)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
