import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** The ERP's rows by type, ordered so that rows only refer to earlier ones. */
export type ErpRows = Record<NightType, object[]>;
export const NIGHT_TYPES = ['produtos', 'precos', 'estoque'] as const;
export type NightType = (typeof NIGHT_TYPES)[number];

/** That many products, each with a price in one table and stock in one branch. `turn` changes the price of every tenth. */
export function erpRows(
  { first = 0, count, turn = 0 }: { first?: number; count: number; turn?: number },
  branch: string,
): ErpRows {
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  const code = (each: number) => `N${String(each).padStart(6, '0')}`;
  return {
    produtos: numbers.map((each) => ({
      codigo: code(each),
      descricao: `Produto ${each} da noite`,
      marca: `Marca ${each % 50}`,
      unidade: 'UN',
      preco: (each % 10 === 0 ? 10 + turn : 10).toFixed(2),
      codigosExternos: { erp: String(900_000 + each) },
    })),
    precos: numbers.map((each) => ({
      produto: code(each),
      tabela: { fonte: 'erp', codigo: 'T1' },
      preco: (each % 10 === 0 ? 9 + turn : 9).toFixed(2),
    })),
    estoque: numbers.map((each) => ({ produto: code(each), filial: branch, quantidade: `${each % 97}` })),
  };
}

/** The files that the ERP leaves for its nightly run; returns their names. */
export function writeErpFiles(folder: string, rows: ErpRows): string[] {
  return NIGHT_TYPES.map((type) => {
    const name = `${type}.ndjson`;
    writeFileSync(path.join(folder, name), rows[type].map((row) => `${JSON.stringify(row)}\n`).join(''));
    return name;
  });
}
