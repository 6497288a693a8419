import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { rowOf } from '#contract/catalogs/catalog.ts';
import {
  customizedStatuses,
  orderStatus,
  statusNames,
  withStatusNames,
} from '#contract/catalogs/orderStatus.ts';
import { STANDARD_WORDS, setWords } from '#contract/words/words.ts';

afterEach(() => setWords(STANDARD_WORDS));

describe('customised order statuses', () => {
  it('change label, colour and icon, but not what can follow', () => {
    const value = {
      AGUARDANDO: { rotulo: ' Na fila ', cor: 'perigo', icone: 'Block' },
      FATURADO: 'Nota emitida',
    };
    const rows = customizedStatuses(value);
    setWords(withStatusNames(STANDARD_WORDS, value));
    const standard = rowOf(orderStatus, 'AGUARDANDO');
    expect(rowOf(rows, 'AGUARDANDO')).toEqual({
      ...standard,
      label: 'Na fila',
      color: 'perigo',
      icon: 'Block',
    });
    expect(rowOf(rows, 'FATURADO')).toEqual({
      ...rowOf(orderStatus, 'FATURADO'),
      label: 'Nota emitida',
    });
    expect(rowOf(rows, 'ENTREGUE')).toBe(rowOf(orderStatus, 'ENTREGUE'));
  });

  it('stay standard where the setting is invalid', () => {
    const invalid = [
      null,
      undefined,
      'x',
      [],
      { AGUARDANDO: 3, FATURADO: { rotulo: 7, cor: '#fff', icone: '' }, NOVO: 'x' },
    ];
    for (const reported of invalid) {
      expect(customizedStatuses(reported)).toEqual(orderStatus);
      expect(statusNames(reported)).toEqual({});
      expect(withStatusNames(STANDARD_WORDS, reported)).toBe(STANDARD_WORDS);
    }
  });

  it('are called by the word of the studio before the name of the parameter', () => {
    const named = { ATIVO: { rotulo: 'Valendo', cor: 'sucesso' }, VENCIDO: 'Passou' };
    setWords(withStatusNames({ situacaoPedido: { ATIVO: 'Em vigor' } }, named));
    const labels = customizedStatuses(named).map(({ value, label }) => [value, label]);
    expect(labels).toEqual(
      expect.arrayContaining([
        ['ATIVO', 'Em vigor'],
        ['VENCIDO', 'Passou'],
        ['PERDIDO', 'Orçamento Perdido'],
      ]),
    );
  });

  it('are read again whenever their words change', () => {
    const row = rowOf(customizedStatuses({ ATIVO: { cor: 'sucesso' } }), 'ATIVO');
    setWords({ situacaoPedido: { ATIVO: 'Em vigor' } });
    expect([row.label, row.color]).toEqual(['Em vigor', 'sucesso']);
  });

  it('are shown by every screen: none draws the standard ones', () => {
    const drawing = sourcesBelow('src').filter(([, text]) =>
      /\{[^}]*\borderStatus\b[^}]*\} from '[^']*catalogs\/orderStatus\.ts'/.test(text),
    );
    expect(drawing.map(([file]) => path.basename(file))).toEqual(['StatusesInput.tsx']);
  });

  it('are used by the server: no sentence or sheet uses the standard labels', () => {
    const saying = sourcesBelow('server').filter(([, text]) => /rowOf\(\s*orderStatus/.test(text));
    expect(saying.map(([file]) => file)).toEqual([]);
  });
});

/** Each file with its text, without type-only parts. */
const sourcesBelow = (folder: string): [string, string][] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
    .map((file) => [file, fs.readFileSync(file, 'utf8').replace(/import type [^;]+;/g, '')]);
