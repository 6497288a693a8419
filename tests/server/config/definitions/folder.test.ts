import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import { watchDefinitions } from '#server/config/definitions/watch.ts';
import { definitionFiles } from '#server/db/tables/index.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const original = JSON.parse(await readFile(path.join(schemasFolder, 'flows', 'DUVIDA.json'), 'utf8'));
const { $schema: _, ...content } = original;

/** None of these files keeps the others from being loaded, and each is reported at its line. */
describe('folder with files that are not definitions', () => {
  const flow = (chave: string, more: object = {}) => JSON.stringify({ ...content, chave, ...more }, null, 2);
  const inLatin1 = (chave: string) => Buffer.from(flow(chave, { descricao: 'Devolução' }), 'latin1');
  const naming = (chave: string, referencia: string) =>
    JSON.stringify({
      formato: 1,
      chave,
      titulo: { um: chave, muitos: chave, genero: 'm' },
      descricao: 'Um cadastro que cita outro.',
      campos: [
        { chave: 'codigo', titulo: 'Código', tipo: 'TEXT', obrigatorio: true, tamanho: 20 },
        { chave: 'outro', titulo: 'Outro', tipo: 'REFERENCIA', referencia },
      ],
      codigo: ['codigo'],
      escopo: ['empresa'],
      nome: 'codigo',
    });
  const report = (id: string) => JSON.stringify({ id, consulta: { tipo: 'SQL', arquivo: `${id}.sql` } });
  let server: TestServer;
  let folder: string;
  let reported: Map<string, string[]>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'esquemas-'));
    const put = (name: string, what: string | Buffer) => writeFile(path.join(folder, name), what);
    await mkdir(path.join(folder, 'flows', 'PASTA.json'), { recursive: true });
    await mkdir(path.join(folder, 'reports'));
    await symlink('nada', path.join(folder, 'flows', 'ATALHO.json'));
    execFileSync('mkfifo', [path.join(folder, 'flows', 'FILA.json')]);
    await put('flows/GRANDE.json', Buffer.alloc(2_000_000, ' '));
    await put('flows/ANSI.json', inLatin1('ANSI'));
    await put('flows/MARCA.json', `\uFEFF${flow('MARCA').replaceAll('\n', '\r\n')}`);
    await put('flows/LARGO.json', Buffer.from(`\uFEFF${flow('LARGO')}`, 'utf16le'));
    await put('flows/SOBRA.json', flow('SOBRA').replace('"chave"', '"x": [1,], "chave"'));
    await put('flows/SOLTO.json', flow('SOLTO').replace('"SOLTO"', 'SOLTO'));
    await put('reports/ansi.json', report('ansi'));
    await put('reports/ansi.sql', Buffer.from("select 1 as n\nwhere 'ã' = ''", 'latin1'));
    await put('flows/BOM.json', flow('BOM'));
    await mkdir(path.join(folder, 'records'));
    await put('records/sem-base.json', naming('sem-base', 'nada'));
    await put('records/sem-base-tambem.json', naming('sem-base-tambem', 'sem-base'));
    await put('records/um-e-outro.json', naming('um-e-outro', 'outro-e-um'));
    await mkdir(path.join(folder, 'fluxos'));
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await put(`fluxos/${name}.json`, flow(`FORA_${name}`));
    await mkdir(path.join(folder, 'outra', 'mais'), { recursive: true });
    await mkdir(path.join(folder, 'vazia'));
    // A folder that is mounted as a link is a folder like any other.
    await symlink(path.join(folder, 'vazia'), path.join(folder, 'mails'));
    await put('SOLTA.json', flow('SOLTA'));
    await put('LEIAME.md', 'Como usar.');
    await put('flows/.GUARDADO.json.swp', '');
    await put('flows/ALTO.JSON', flow('ALTO'));
    await put('flows/TEXTO.json.txt', flow('TEXTO'));
    await mkdir(path.join(folder, 'reports', 'antigos'));
    await put('reports/sem-dono.sql', 'select 1');
    await mkdir(path.join(folder, 'tickets'));
    await put('tickets/types.json', '{}');
    await put('tickets/tipos.json', '{}');
    await put('records/outro-e-um.json', naming('outro-e-um', 'um-e-outro'));
    server = await testServer({ schemasDir: folder });
    const { added, broken, postponed } = await loadDefinitions(server.deps.db, folder);
    expect(postponed).toEqual([]);
    expect(added.toSorted()).toEqual(['BOM 1', 'LARGO 1', 'MARCA 1', 'outro-e-um 1', 'um-e-outro 1']);
    reported = new Map(broken.map(({ file, problems }) => [file, problems]));
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['flows/PASTA.json', 'linha 1: Isto é uma pasta'],
    ['flows/ATALHO.json', 'linha 1: Este atalho leva a um arquivo que não existe'],
    ['flows/FILA.json', 'linha 1: Isto não é um arquivo comum'],
    ['flows/GRANDE.json', 'linha 1: O arquivo é grande demais'],
    ['flows/ANSI.json', 'linha 3: O arquivo não está em UTF-8'],
    ['flows/SOBRA.json', 'linha 2: O texto não é um JSON válido'],
    ['flows/SOLTO.json', 'linha 2: O texto não é um JSON válido'],
    ['records/sem-base.json', 'Não há um cadastro "nada" publicado para citar.'],
    ['records/sem-base-tambem.json', 'Não há um cadastro "sem-base" publicado para citar.'],
    ['reports/ansi.json', 'ansi.sql, linha 2: O arquivo não está em UTF-8'],
    [
      'fluxos/',
      'não vale: A.json, B.json, C.json, D.json, E.json e mais 1. A pasta desse tipo se chama flows.',
    ],
    ['fluxos/', 'As pastas que existem são reports (relatórios), fields (campos adicionais),'],
    ['outra/', 'O console não lê esta pasta, e o que está nela não vale: mais/. As pastas que existem são'],
    ['SOLTA.json', 'Um arquivo fora das pastas não é lido. As pastas que existem são'],
    ['flows/ALTO.JSON', 'O nome de uma definição termina em .json, em letras minúsculas'],
    ['flows/TEXTO.json.txt', 'O nome de uma definição termina em .json, em letras minúsculas'],
    ['reports/antigos/', 'O console não lê pastas dentro de reports'],
    ['reports/sem-dono.sql', 'Nenhum relatório desta pasta cita esta consulta'],
    ['tickets/', 'não vale: tipos.json. As pastas que existem são'],
  ])('reports %s: %s', (file, sentence) => {
    expect(reported.get(file)?.join('\n')).toContain(sentence);
  });

  it('reports nothing but what was meant to be a definition', () => {
    const outside = [...reported.keys()].filter(
      (file) => !/^(flows|reports|records)\/[A-Za-z-]+\.json$/.test(file),
    );
    expect(outside.toSorted()).toEqual(
      ['SOLTA.json', 'fluxos/', 'outra/', 'tickets/', 'flows/ALTO.JSON', 'flows/TEXTO.json.txt']
        .concat('reports/antigos/', 'reports/sem-dono.sql')
        .toSorted(),
    );
  });

  it('appears in the studio, with every kind if it lies outside their folders', async () => {
    const token = await server.sessionOf((await createPeople(server.deps.db)).people.ADMIN);
    const shown = async (kind: string) => {
      const { body } = await server.call('GET', `/config/definicoes/${kind}`, { token });
      return (body.quebrados as { arquivo: string }[]).map(({ arquivo }) => arquivo);
    };
    expect(await shown('mails')).toEqual(['SOLTA.json', 'fluxos/', 'outra/', 'tickets/']);
    expect(await shown('reports')).toContain('reports/sem-dono.sql');
    expect(await shown('reports')).not.toContain('flows/ALTO.JSON');
  });

  it('is read again once a stray file arrives, and once it is removed', async () => {
    const { db } = server.deps;
    const known = async () => (await db.select().from(definitionFiles)).map(({ file }) => file);
    const watcher = watchDefinitions(server.deps, { info: () => {}, warn: () => {} }, 100);
    try {
      await mkdir(path.join(folder, 'relatorios'));
      await writeFile(path.join(folder, 'relatorios', 'x.json'), '{}');
      await until(async () => (await known()).includes('relatorios/'));
      await rm(path.join(folder, 'relatorios'), { recursive: true });
      await until(async () => !(await known()).includes('relatorios/'));
    } finally {
      await watcher.stop();
    }
  }, 60_000);

  it('is read again once its permissions change', async () => {
    const refused: string[] = [];
    const log = { info: () => {}, warn: (details: object) => void refused.push(JSON.stringify(details)) };
    const watcher = watchDefinitions(server.deps, log, 100);
    try {
      await until(async () => refused.some((each) => each.includes('ANSI')));
      refused.length = 0;
      await chmod(path.join(folder, 'flows', 'BOM.json'), 0o640);
      await until(async () => refused.some((each) => each.includes('ANSI')));
    } finally {
      await watcher.stop();
    }
  }, 60_000);
});

async function until(holds: () => Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
