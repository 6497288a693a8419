import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkSchemas } from '../../scripts/schemasCheck.ts';

/** What the cases change, with what it refers to; the files of all kinds are checked where they are. */
const CHANGED = [
  'flows',
  'tickets',
  ...['flow', 'ticketTypes', 'ticketReasons'].map((name) => `meta/${name}.schema.json`),
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'balcao-schemas-'));
  for (const name of CHANGED) cpSync(join('schemas', name), join(root, 'schemas', name), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

/** Replaces a text in a file and returns what the check then reports about it. */
function problemsAfter(file: string, from: string | RegExp, to: string) {
  const path = join(root, 'schemas', file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  return checkSchemas(root);
}

describe('schemas:check', () => {
  it('finds no problem in the shipped files', async () => {
    expect(await checkSchemas('.')).toEqual([]);
  });

  it('reports files outside the folders of the kinds', async () => {
    mkdirSync(join(root, 'schemas', 'Fluxos'));
    cpSync(join(root, 'schemas', 'flows', 'DUVIDA.json'), join(root, 'schemas', 'Fluxos', 'DUVIDA.json'));
    const found = await checkSchemas(root);
    expect(found.map(({ file }) => file)).toEqual([join('schemas', 'Fluxos/')]);
    expect(found[0]?.message).toContain('A pasta desse tipo se chama flows.');
  });

  it('reports file, line, place and remedy', async () => {
    expect(await problemsAfter('flows/DUVIDA.json', '"de": "ABERTURA"', '"de": "ABERTA"')).toContainEqual({
      file: join('schemas', 'flows', 'DUVIDA.json'),
      line: 45,
      pointer: '/transicoes/0/de',
      message: 'A etapa ABERTA não existe. Use a chave de uma etapa deste fluxo.',
    });
  });

  it.each<[string, string, string | RegExp, string, string, string]>([
    [
      'an unknown key',
      'flows/DUVIDA.json',
      '"setor"',
      '"sector"',
      '/etapas/0/sector',
      'A chave "sector" não existe aqui.',
    ],
    [
      'a missing key',
      'flows/DUVIDA.json',
      /"terminal": false\n/,
      '"terminal2": false\n',
      '/etapas/0/terminal',
      'Falta a chave "terminal".',
    ],
    [
      'a wrong value',
      'flows/DUVIDA.json',
      '"ABERTO"',
      '"NOVO"',
      '/etapas/0/status_ao_entrar',
      'Use um destes valores: "ABERTO", "EM_ATENDIMENTO"',
    ],
    [
      'a wrong type',
      'flows/DUVIDA.json',
      '"prazo_horas_uteis": 4',
      '"prazo_horas_uteis": "4"',
      '/etapas/0/prazo_horas_uteis',
      'Use um número inteiro ou null.',
    ],
    [
      'an unknown fact',
      'flows/DEVOLUCAO.json',
      '"linhas_em_analise"',
      '"linhas"',
      '/transicoes/1/condicao/todas/0/fato',
      'Use um destes valores: "linhas_em_analise"',
    ],
    [
      'a key that is not the file name',
      'flows/DUVIDA.json',
      '"chave": "DUVIDA"',
      '"chave": "DUVIDAS"',
      '/chave',
      'o arquivo se chama DUVIDA.json',
    ],
    [
      'an unknown meta-schema',
      'flows/DUVIDA.json',
      'flow.schema.json',
      'fluxo.schema.json',
      '/$schema',
      'não existe. Corrija o caminho.',
    ],
    ['no meta-schema', 'flows/DUVIDA.json', /"\$schema".*\n/, '', '', 'Falta "$schema"'],
    [
      'a duplicate key',
      'flows/DUVIDA.json',
      '"descricao": "Dúvida",',
      '"descricao": "Dúvida", "descricao": "Outra",',
      '/descricao',
      'escrita duas vezes',
    ],
    [
      'invalid JSON',
      'flows/DUVIDA.json',
      '"descricao": "Dúvida",',
      '"descricao": "Dúvida"',
      '',
      'não é um JSON válido',
    ],
    [
      'an unknown flow',
      'tickets/types.json',
      '"fluxo": "PRORROGACAO"',
      '"fluxo": "PRORROGA"',
      '/tipos/2/fluxo',
      'Crie schemas/flows/PRORROGA.json',
    ],
    [
      'an unknown menu',
      'tickets/types.json',
      '"menu": "DUVIDA"',
      '"menu": "DUVIDAS"',
      '/tipos/10/menu',
      'O menu DUVIDAS não existe',
    ],
    [
      'a reason code used twice',
      'tickets/types.json',
      '"id": 1002',
      '"id": 1001',
      '/tipos/0/motivos/itens/0/subnivel/itens/0/id',
      'O código 1001 se repete',
    ],
    [
      'an explanation without a message step',
      'tickets/types.json',
      '"usa_mensagem": 1',
      '"usa_mensagem": 0',
      '/tipos/0/usa_mensagem',
      'Ligue usa_mensagem',
    ],
    [
      'a code used in the other file',
      'tickets/reasons.json',
      '"id": 12,',
      '"id": 1001,',
      '/produto/11/id',
      'já é de um motivo de types.json',
    ],
    [
      'an unknown type',
      'tickets/reasons.json',
      '"fluxo": "DUVIDA"',
      '"tipo": "DUVI"',
      '/finalizacao/7/tipo',
      'não existe em types.json',
    ],
    [
      'a reason for a flow that no type uses',
      'tickets/reasons.json',
      '"fluxo": "DUVIDA"',
      '"fluxo": "DUVI"',
      '/finalizacao/7/fluxo',
      'Nenhum tipo segue o fluxo DUVI.',
    ],
    [
      'a meta-schema that does not compile',
      'meta/flow.schema.json',
      '"type": "object"',
      '"type": "objeto"',
      '',
      'não compila',
    ],
  ])('rejects %s', async (_name, file, from, to, pointer, message) => {
    const problems = (await problemsAfter(file, from, to)).filter(
      (problem) => problem.file === join('schemas', ...file.split('/')),
    );
    expect(problems).toContainEqual(
      expect.objectContaining({ pointer, message: expect.stringContaining(message) }),
    );
  });

  it('reports the line of a JSON syntax error', async () => {
    const problems = await problemsAfter(
      'flows/DUVIDA.json',
      '"descricao": "Dúvida",',
      '"descricao": "Dúvida"',
    );
    expect(problems[0]?.line).toBe(5);
  });

  it('rejects a sixth level of reasons', async () => {
    const sixth =
      '"descricao": "Ficar com desconto", "subnivel": { "obrigatorio": false, "itens": [{ "id": 9000, "descricao": "X" }] }';
    expect(
      await problemsAfter('tickets/types.json', '"descricao": "Ficar com desconto"', sixth),
    ).toContainEqual(
      expect.objectContaining({ message: 'Os motivos vão até o nível 5. Retire este nível.' }),
    );
  });
});
