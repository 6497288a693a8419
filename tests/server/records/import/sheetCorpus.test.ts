import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ImportSettings } from '#contract/records/routes/recordImport.ts';
import { shapeOf } from '#server/adapters/spreadsheet/sheetShape.ts';
import { analyzeHead } from '#server/records/import/analyzeHead.ts';
import { fileRows } from '#server/records/import/fileRows.ts';
import { groupedRows, linesOf } from '#server/records/import/groupedRows.ts';
import { recordTarget } from '#server/records/import/importTarget.ts';
import { standardMapped } from '#server/records/registry.ts';

/**
 * Sheets as people and programs send them, each with what must be read from it in a JSON file of the same name. A sheet that
 * was ever read wrongly is added; none is taken away.
 */
const FOLDER = path.join(import.meta.dirname, 'sheets');

interface Reading {
  tipo: string;
  ajustes?: Partial<ImportSettings>;
  linhaTitulo: number;
  colunas: (string | null)[];
  duvidas: string[];
  registros: { linha: number; dados: object; problemas: string[] }[];
}

async function readingOf(name: string, { tipo, ajustes }: Reading): Promise<Reading> {
  const open = async () => createReadStream(path.join(FOLDER, name));
  const shape = await shapeOf(open, name);
  // What administrators add is in tables, and the standard types are not.
  const target = recordTarget(standardMapped(tipo));
  const look = await analyzeHead(open, shape, target.type, {});
  const matching = { ...look, shape, settings: { ...look.settings, ...ajustes } };
  const registros: Reading['registros'] = [];
  for await (const row of groupedRows(fileRows(open, matching, target.type), look.columns, target))
    registros.push({
      linha: row.line,
      dados: row.dados,
      problemas: linesOf(row).flatMap(({ line, problems }) =>
        problems.map(({ coluna, problema }) => `${line}, ${look.headings[coluna] ?? '—'}: ${problema}`),
      ),
    });
  return {
    tipo,
    ...(ajustes && { ajustes }),
    linhaTitulo: look.headingLine,
    colunas: look.columns,
    duvidas: look.doubts,
    registros,
  };
}

const sheets = readdirSync(FOLDER).filter((name) => !name.endsWith('.json'));

describe('sheet as it is sent', () => {
  it('has its reading beside it', () => {
    expect(sheets.length).toBeGreaterThanOrEqual(13);
  });

  it.each(sheets)('%s is read as expected', async (name) => {
    const expected = JSON.parse(
      readFileSync(path.join(FOLDER, name.replace(/\.\w+$/, '.json')), 'utf8'),
    ) as Reading;
    expect(await readingOf(name, expected)).toEqual(expected);
  });
});
