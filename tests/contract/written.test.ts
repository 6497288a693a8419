import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../support/sourceFiles.ts';

const sources = ['contract', 'src']
  .flatMap(sourceFiles)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Files outside the given folder that match. */
const outside = (folder: string, pattern: RegExp) =>
  sources.filter(({ path, text }) => !path.startsWith(folder) && pattern.test(text)).map(({ path }) => path);

describe('days and times', () => {
  it('are computed and named by the rules of the calendar alone', () => {
    expect(
      outside(
        'contract/rules/time/',
        /getUTCD|setUTC|Date\.UTC|T\d\d:\d\d:\d\dZ?`|DateTimeFormat|'(dom|domingo|janeiro)'/i,
      ),
    ).toEqual([
      // Whether a zone exists, and how it is called.
      'contract/rules/reports/rhythm.ts',
      'src/resources/parameters/ParameterPages.tsx',
    ]);
  });

  it('are those of the person, whose zone one function knows', () => {
    expect(outside('contract/', /DEFAULT_TIME_ZONE/)).toEqual(['src/dataProvider/session.ts']);
  });
});

describe('words', () => {
  it('begin with a capital by one function', () => {
    expect(
      outside(
        'contract/rules/text.ts',
        /charAt\(0\)\.toUpperCase|\[0\]\??\.toUpperCase|\(first\) => first\.toUpperCase/,
      ),
    ).toEqual([]);
  });

  it('are listed by one function, and counted from some number on by another', () => {
    expect(
      outside('contract/rules/text.ts', /slice\(0, -1\)\.join|\.join\(' (e|ou) '\)|\} e mais \$\{/),
    ).toEqual([
      // The names of a query's parameters are code.
      'contract/rules/reports/parameterSchema.ts',
    ]);
  });
});

describe('numbers', () => {
  it('are written by the functions of one file', () => {
    expect(
      outside('contract/rules/format.ts', /NumberFormat|toLocaleString|replace\('\.', ','\)|\/\s*1_048_576/),
    ).toEqual([
      // The text of a search, as it is typed.
      'contract/rules/orders/productEntry.ts',
    ]);
  });
});

describe('failures', () => {
  it('are put into words by one function, also where nothing is known of them', () => {
    expect(outside('src/ui/shell/states/StateMessage.tsx', /Ocorreu um erro desconhecido!/)).toEqual([
      // What the server answered without a sentence.
      'src/dataProvider/http.ts',
    ]);
  });

  it('offer the same retry everywhere, in the words of the specification', () => {
    expect(outside('-', /Tentar de novo|ente novamente\b(?!; se o erro)/)).toEqual([]);
  });
});

describe('lists', () => {
  it('have one size, one count and one answer where their filters leave nothing', () => {
    expect(
      outside('src/ui/lists/list.tsx', /useListController[<(]|Nenhuma? [\w ]+ com estes filtros/),
    ).toEqual([]);
    expect(outside('src/ui/lists/useDropInvalidFilters.ts', /useDropInvalidFilters\(/)).toEqual([
      'src/ui/lists/ListPage.tsx',
    ]);
  });

  it('are one component: what one list alone needs is a prop of it', () => {
    expect(
      outside('src/ui/lists/ListTable.tsx', /<(ColumnChooser|ListViews|ListLive)\b|useColumnPreferences\(/),
    ).toEqual([]);
    expect(outside('src/ui/lists', /useList[<(](?:(?!useList[<(])[\s\S])*<DataTable\b/)).toEqual([]);
  });
});

describe('rules that are told in several places', () => {
  it('have one sentence each', () => {
    expect(outside('contract/rules/quantity.ts', /quantidade pode ter no máximo \$\{/)).toEqual([]);
    expect(outside('contract/rules/files.ts', /possível anexar no máximo/)).toEqual([]);
    expect(outside('src/ui/components/files/fileRules.ts', /Aguarde o envio|foi enviado\. Tente/)).toEqual(
      [],
    );
  });

  it('call what is taken out of the archive by one verb', () => {
    expect(outside('-', /(Re)?[Tt]irar do arquivo|saiu do arquivo/)).toEqual([]);
  });
});
