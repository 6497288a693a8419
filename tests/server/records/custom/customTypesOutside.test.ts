import { expect, it } from '@jest/globals';
import { allows } from '#contract/permissions.ts';
import { files, webhooks } from '#server/db/tables/index.ts';
import { runImport } from '#server/records/import/runImport.ts';
import { feedReaderOf } from '#server/webhooks/fanOut.ts';
import {
  base,
  call,
  contract,
  document,
  KEY,
  list,
  persons,
  server,
  setUpFixture,
  stored,
} from './customTypesFixture.ts';

setUpFixture({ withType: true });

it('a custom type is imported like any other', async () => {
  const content = [
    'Contrato;CNPJ do cliente;Descrição;Início;Valor dos bens',
    `CT-50;${document.first};Balcão refrigerado;01/02/2026;1.500,00`,
    `50;${document.first};Sem CT;01/02/2026;1`,
    `CT-51;99999999999999;De ninguém;01/02/2026;1`,
  ].join('\n');
  const storedAs = 'a'.repeat(32);
  stored.set(storedAs, Buffer.from(content, 'latin1'));
  const [file] = await server.deps.db
    .insert(files)
    .values({
      name: 'contratos.csv',
      mime: 'text/csv',
      size: 1,
      sha256: '',
      storedAs,
      ownerId: persons.people.ADMIN,
    })
    .returning({ id: files.id });
  const started = await call('POST', `${base}/importacoes`, { arquivo: { id: file?.id } });
  expect(started.body.data.colunas).toEqual(['numero', 'cliente', 'descricao', 'inicio', 'valor']);
  const { id, versao } = started.body.data;
  const work = { ...server.deps, log: { warn() {}, error() {}, info() {} } as never };
  await call('PUT', `${base}/importacoes/${id}`, { versao });
  await runImport(work, id);
  const trial = (await call('GET', `${base}/importacoes/${id}`)).body.data;
  expect(trial.contagens).toMatchObject({ linhas: 3, criados: 1, recusados: 2 });
  await call('POST', `${base}/importacoes/${id}/gravar`, { versao: trial.versao });
  await runImport(work, id);
  const done = (await call('GET', `${base}/importacoes/${id}`)).body.data;
  expect(done).toMatchObject({ situacao: 'CONCLUIDO', contagens: { criados: 1, recusados: 2 } });
  expect((await list('q=balcao')).itens).toMatchObject([{ numero: 'CT-50', valor: '1500' }]);
});

it('a custom type is read and written by another system with a key', async () => {
  const made = await call('POST', '/config/chaves', {
    nome: 'ERP',
    escopos: [{ tipo: KEY, verbos: ['LER', 'GRAVAR'] }],
    filiais: [],
    enderecos: [],
    validade: null,
  });
  const { chave } = made.body.data;
  const rows = [
    contract('CT-90', { codigosExternos: { erp: '90' } }),
    contract('CT-91'),
    { numero: 'CT-92' },
  ];
  const { body } = await call('PUT', `/dados/v1/${KEY}`, rows, chave);
  expect(body.contagens).toEqual({ criados: 2, mudados: 0, iguais: 0, recusados: 1 });
  const again = await call('PUT', `/dados/v1/${KEY}`, rows.slice(0, 2), chave);
  expect(again.body.contagens).toEqual({ criados: 0, mudados: 0, iguais: 2, recusados: 0 });
  const one = await call('GET', `/dados/v1/${KEY}/90?fonte=erp`, undefined, chave);
  expect(one.body.data.numero).toBe('CT-90');
  expect((await call('DELETE', `/dados/v1/${KEY}/CT-90`, undefined, chave)).status).toBe(403);
  expect((await call('GET', '/dados/v1/produtos', undefined, chave)).status).toBe(403);
  const unknown = { tipo: 'nao-existe', verbos: ['LER'] };
  const wrong = await call('POST', '/config/chaves', {
    ...{ nome: 'X', escopos: [unknown], filiais: [], enderecos: [], validade: null },
  });
  expect(wrong.status).toBe(422);
});

it('changes of a custom type reach the feed and webhooks of those who can read it', async () => {
  const keyFor = async (tipo: string) =>
    (
      await call('POST', '/config/chaves', {
        ...{ nome: tipo, escopos: [{ tipo, verbos: ['LER', 'GRAVAR', 'EXCLUIR'] }] },
        ...{ filiais: [], enderecos: [], validade: null },
      })
    ).body.data.chave as string;
  const [reader, stranger] = [await keyFor(KEY), await keyFor('produtos')];
  const from = (await call('GET', '/dados/v1/mudancas?apos=agora', undefined, reader)).body.proximo;
  await call('PUT', `/dados/v1/${KEY}`, [contract('CT-95')], reader);
  expect((await call('DELETE', `/dados/v1/${KEY}/CT-95`, undefined, reader)).status).toBe(200);
  await call('PUT', `/dados/v1/${KEY}`, [contract('CT-96')], reader);
  const changesFor = async (chave: string) =>
    (await call('GET', `/dados/v1/mudancas?apos=${from}`, undefined, chave)).body.itens;
  expect(await changesFor(reader)).toMatchObject([
    { tipo: KEY, codigo: 'CT-95', acao: 'criado', endereco: null },
    { tipo: KEY, codigo: 'CT-95', acao: 'excluido', endereco: null },
    { tipo: KEY, codigo: 'CT-96', acao: 'criado', endereco: `/dados/v1/${KEY}/CT-96` },
  ]);
  expect(await changesFor(stranger)).toEqual([]);
  expect((await call('GET', `/dados/v1/mudancas?tipos=${KEY}`, undefined, stranger)).status).toBe(403);
  expect((await call('GET', '/dados/v1/mudancas?tipos=nao-existe', undefined, reader)).status).toBe(422);
  const webhook = (tipos: string[]) =>
    call('POST', '/config/webhooks', {
      ...{ nome: 'ERP', url: 'https://erp.exemplo.com.br/avisos', tipos, filiais: [], semChave: null },
    });
  const made = await webhook([KEY]);
  expect(made.status).toBe(200);
  expect((await webhook(['nao-existe'])).status).toBe(422);
  const [row] = await server.deps.db.select().from(webhooks);
  const reported = await feedReaderOf(server.deps.db, row as typeof webhooks.$inferSelect);
  expect(reported.recordVerbs).toEqual({ [KEY]: ['ler'] });
  expect([allows(reported.grants, 'CLIENTE'), allows(reported.grants, 'CLIENTE_EDITAR')]).toEqual([
    true,
    false,
  ]);
});
