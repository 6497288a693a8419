import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import { validateText } from '#server/config/definitions/validate.ts';
import { currentFlow, currentFlows, flowVersion } from '#server/config/flows/queries.ts';
import { DUE_TIME_PARAMETERS } from '#server/config/parameters/ticketParameters.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

const original = await readFile(path.join(schemasFolder, 'flows', 'DUVIDA.json'), 'utf8');

describe('flow files', () => {
  let database: TestDatabase;
  let folder: string;
  const change = (text: string, file = 'DUVIDA.json') => writeFile(path.join(folder, 'flows', file), text);

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'fluxos-'));
    await cp(path.join(schemasFolder, 'flows'), path.join(folder, 'flows'), { recursive: true });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await database.drop();
  });

  it('give every step more time than its warning takes, so that no new ticket is nearly late', async () => {
    const warning = DUE_TIME_PARAMETERS.horasAvisoPrazo.padrao;
    const names = await readdir(path.join(schemasFolder, 'flows'));
    const texts = await Promise.all(
      names.map((name) => readFile(path.join(schemasFolder, 'flows', name), 'utf8')),
    );
    const hours = texts.flatMap((text) =>
      (JSON.parse(text) as Flow).etapas.flatMap(({ prazo_horas_uteis }) => prazo_horas_uteis ?? []),
    );
    expect(hours.length).toBeGreaterThan(10);
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(2 * Number(warning));
  });

  it('are all valid, and become version 1 once, even when two processes start together', async () => {
    const loaded = await Promise.all([
      loadDefinitions(database.db, folder),
      loadDefinitions(database.db, folder),
    ]);
    expect(loaded.flatMap(({ broken }) => broken)).toEqual([]);
    expect(loaded.flatMap(({ added }) => added).sort()).toEqual(
      expect.arrayContaining(['DEVOLUCAO 1', 'DUVIDA 1', 'PRORROGACAO 1', 'RECLAMACAO_GERAL 1']),
    );
    expect((await currentFlows(database.db)).every(({ version }) => version === 1)).toBe(true);
  });
  it('create a new version when one changes; tickets pinned to the old one keep it', async () => {
    await change(original.replace('"descricao": "Resposta"', '"descricao": "Resposta ao cliente"'));
    expect((await loadDefinitions(database.db, folder)).added).toEqual(['DUVIDA 2']);
    expect((await loadDefinitions(database.db, folder)).added).toEqual([]);
    const [pinned, current] = [
      await flowVersion(database.db, 'DUVIDA', 1),
      await currentFlow(database.db, 'DUVIDA'),
    ];
    expect([pinned?.flow.etapas[1]?.descricao, current?.flow.etapas[1]?.descricao]).toEqual([
      'Resposta',
      'Resposta ao cliente',
    ]);
  });
  it('that are broken are reported, and the last good version stays in use', async () => {
    await change(original.replace('"inicial": true', '"inicial": false'));
    const { added, broken } = await loadDefinitions(database.db, folder);
    expect([added, broken.map(({ file }) => file)]).toEqual([[], ['flows/DUVIDA.json']]);
    expect(broken[0]?.problems.join()).toContain('exatamente uma etapa como inicial');
    expect((await currentFlow(database.db, 'DUVIDA'))?.version).toBe(2);
  });
  it('yield null for an unknown key or version', async () => {
    expect(await currentFlow(database.db, 'NENHUM')).toBeNull();
    expect(await flowVersion(database.db, 'DUVIDA', 99)).toBeNull();
  });
});

describe('file that is not a flow', () => {
  it.each([
    ['incomplete JSON', '{"chave":', 'JSON válido'],
    ['JSON that is not an object', '[]', 'objeto'],
    [
      'a step without its keys',
      '{"chave":"X1","descricao":"x","etapas":[{},{}],"transicoes":[{}]}',
      '/etapas/0',
    ],
  ])('is rejected: %s', async (_what, text, reported) => {
    const { problems } = await validateText('flows', text, null);
    expect(problems.map(({ pointer, message }) => `${pointer} ${message}`).join('\n')).toContain(reported);
  });
});
