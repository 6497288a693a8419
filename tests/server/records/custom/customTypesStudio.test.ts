import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { contentHash } from '#server/config/definitions/rules.ts';
import { definitions, records } from '#server/db/tables/index.ts';
import { untilBlocked } from '#tests/support/database/untilBlocked.ts';
import {
  base,
  call,
  contract,
  FILE,
  folder,
  KEY,
  list,
  operator,
  server,
  setUpFixture,
  taken,
} from './customTypesFixture.ts';

setUpFixture({ withType: true });
beforeAll(async () => {
  const made = [
    contract('CT-50', { descricao: 'Balcão refrigerado', valor: '1500' }),
    contract('CT-51', { situacao: 'ENCERRADO' }),
  ];
  for (const dados of made) expect((await call('POST', base, { dados })).status).toBe(200);
});

describe('change of a custom type in the studio', () => {
  const url = `/config/definicoes/records/${KEY}`;
  const detail = async () => (await call('GET', url)).body.data;
  // biome-ignore lint/suspicious/noExplicitAny: a definition as JSON, changed freely
  type Json = any;
  const read = async (): Promise<Json> => {
    const { $schema: _, ...content } = JSON.parse(await readFile(FILE, 'utf8'));
    return content;
  };
  const check = async (change: (definition: Json) => void) => {
    const conteudo = await read();
    change(conteudo);
    const { body } = await call('POST', '/config/definicoes/records/verificar', { chave: KEY, conteudo });
    return body;
  };
  const messages = ({ problemas }: Json) =>
    problemas.map(({ gravidade, ponteiro }: Json) => `${gravidade} ${ponteiro}`);
  const publish = async (conteudo: Json) => {
    const { versao } = await detail();
    const draft = await call('PUT', `${url}/rascunho`, { conteudo, versao });
    return call('POST', `${url}/publicar`, { versao: draft.body.data.versao, nota: 'teste' });
  };
  const field = (definition: Json, chave: string) =>
    definition.campos.find((one: Json) => one.chave === chave);

  it('is validated: keys, references, lists and expressions', async () => {
    expect(messages(await check(() => {}))).toEqual([]);
    const wrong = (change: (definition: Json) => void) => check(change).then(messages);
    expect(await wrong((d) => Object.assign(field(d, 'numero'), { obrigatorio: false }))).toEqual([
      'ERRO /codigo/0',
    ]);
    expect(await wrong((d) => Object.assign(field(d, 'numero'), { expressao: '(?=a)' }))).toEqual([
      'ERRO /campos/0/expressao',
    ]);
    expect(await wrong((d) => Object.assign(d, { chave: 'produtos' }))).toEqual(['ERRO /chave']);
    expect(await wrong((d) => d.lista.filtros.push('observacoes'))).toEqual(['ERRO /lista/filtros/4']);
    expect(await wrong((d) => Object.assign(field(d, 'fim'), { padrao: 'amanhã' }))).toEqual([
      'ERRO /campos/5/padrao',
      'ERRO /testes/0',
      'ERRO /testes/1',
    ]);
    expect(
      await wrong((d) =>
        d.campos.push({ chave: 'nova', titulo: 'Nova', tipo: 'REFERENCIA', referencia: 'nada' }),
      ),
    ).toEqual(['ERRO /campos/14/referencia']);
    expect(
      await wrong((d) =>
        d.campos.push({ chave: 'nova', titulo: 'Nova', tipo: 'REFERENCIA', referencia: 'precos' }),
      ),
    ).toEqual(['ERRO /campos/14/referencia']);
    expect(await wrong((d) => Object.assign(field(d, 'descricao'), { tipo: 'DATE' }))).toContain(
      'ERRO /nome',
    );
    expect(
      await wrong((d) => d.testes[0].valores && Object.assign(d.testes[0].valores, { numero: '1' })),
    ).toEqual(['ERRO /testes/0']);
  });

  it('reports how many records a narrower rule would reject, and drops no field', async () => {
    const narrowed = await check((d) => {
      Object.assign(field(d, 'descricao'), { tamanho: 3 });
      d.testes = [];
      field(d, 'situacao').opcoes.splice(1, 1);
    });
    expect(narrowed.problemas).toEqual([
      expect.objectContaining({
        gravidade: 'AVISO',
        ponteiro: '/campos/2/tamanho',
        mensagem: expect.stringMatching(/^\d+ registros não seguem a regra nova de 'Descrição': /),
      }),
      expect.objectContaining({ gravidade: 'AVISO', ponteiro: '/campos/3/opcoes' }),
    ]);
    expect(messages(await check((d) => d.campos.splice(12, 1)))).toEqual(['ERRO /campos']);
    expect(messages(await check((d) => Object.assign(d, { codigo: ['descricao'] })))).toEqual([
      'ERRO /codigo',
    ]);
  });

  it('takes effect at once, keeps the values of an archived field, and is rolled back', async () => {
    const [before] = (await list('q=ct-50')).itens;
    await call('PUT', `${base}/${before.id}`, { dados: { observacoes: 'Portão 2' } });
    const changed = await read();
    field(changed, 'observacoes').arquivado = true;
    changed.campos.push({ chave: 'garantia', titulo: 'Garantia', tipo: 'INTEIRO' });
    changed.busca = ['numero', 'observacoes'].slice(0, 1);
    const published = await publish(changed);
    expect(published.status).toBe(200);
    const { body } = await call('GET', `${base}/definicao`);
    expect([body.data.campos.garantia?.tipo, body.data.campos.observacoes]).toEqual(['INTEIRO', undefined]);
    // The search follows the current definition.
    expect((await list('q=balcao')).itens).toEqual([]);
    const answer = await call('PUT', `${base}/${before.id}`, { dados: { garantia: 12 } });
    expect(answer.body.data.resultado).toBe('mudado');
    expect((await call('PUT', `${base}/${before.id}`, { dados: { observacoes: 'x' } })).status).toBe(422);
    const [row] = await server.deps.db.select().from(records).where(eq(records.id, before.id));
    expect(row?.data).toMatchObject({ observacoes: 'Portão 2', garantia: 12 });

    const back = await call('POST', `${url}/versoes/1/voltar`, { versao: (await detail()).versao, nota: '' });
    expect(back.status).toBe(200);
    const { data } = (await call('GET', `${base}/${before.id}`)).body;
    expect([data.observacoes, data.garantia]).toEqual(['Portão 2', undefined]);
    expect((await list('q=balcao')).itens).toHaveLength(1);
  });

  it('can refer to another custom type by its key', async () => {
    const conteudo = {
      formato: 1,
      chave: 'vistorias',
      titulo: { um: 'vistoria', muitos: 'vistorias', genero: 'f' },
      descricao: 'Visitas aos bens emprestados.',
      campos: [
        { chave: 'dia', titulo: 'Dia', tipo: 'DATE', obrigatorio: true },
        { chave: 'contrato', titulo: 'Contrato', tipo: 'REFERENCIA', referencia: KEY, obrigatorio: true },
        { chave: 'laudo', titulo: 'Laudo', tipo: 'TEXT', obrigatorio: true },
      ],
      codigo: ['contrato', 'dia'],
      escopo: ['empresa'],
      nome: 'laudo',
    };
    await call('PUT', '/config/definicoes/records/vistorias/rascunho', { conteudo, versao: 0 });
    const { body } = await call('GET', '/config/definicoes/records/vistorias');
    const done = await call('POST', '/config/definicoes/records/vistorias/publicar', {
      versao: body.data.versao,
      nota: '',
    });
    expect(done.status).toBe(200);
    const make = (contrato: string) =>
      call('POST', '/config/cadastros/vistorias', {
        dados: { dia: '2026-05-01', contrato, laudo: 'Em ordem' },
      });
    const made = await make('CT-50');
    expect(made.body.data?.message).toBe('Vistoria criada.');
    expect((await make('CT-50')).body.errors).toEqual({ contrato: 'Já há uma vistoria com este valor.' });
    expect((await make('CT-404')).body.errors.contrato).toBe(
      'Contrato de comodato "CT-404" não encontrado por número. Existem: CT-50, CT-51.',
    );
    const { itens } = (await call('GET', '/config/cadastros/vistorias')).body;
    expect(itens).toMatchObject([{ contrato: 'CT-50', rotulos: { contrato: 'Balcão refrigerado' } }]);
    const options = await call('POST', `/config/opcoes/cadastro-${KEY}`, { q: 'balcao' });
    expect(options.body.itens).toEqual([{ valor: 'CT-50', rotulo: 'Balcão refrigerado', detalhe: 'CT-50' }]);
    const [contractRow] = (await list('q=ct-50')).itens;
    const removal = await call('DELETE', `${base}/${contractRow.id}`);
    expect(removal.body.data).toMatchObject({ resultado: 'arquivado' });
    const archive = await call('POST', `${url}/arquivar`, { versao: (await detail()).versao });
    expect([archive.status, archive.body.code]).toEqual([422, 'EM_USO']);
  });

  it('refers only to types that are published, even if one is archived meanwhile', async () => {
    const { db } = server.deps;
    const row = async (key: string) => {
      const [found] = await db.select().from(definitions).where(eq(definitions.key, key));
      return found as typeof definitions.$inferSelect;
    };
    const move = async (key: string, how: string) =>
      call('POST', `/config/definicoes/records/${key}/${how}`, {
        versao: (await row(key)).version,
        ...(how === 'publicar' && { nota: '' }),
      });
    const save = async (chave: string, fields: object[]) => {
      const conteudo = {
        ...{ formato: 1, chave, descricao: chave, titulo: { um: chave, muitos: chave } },
        ...{ codigo: ['nome'], nome: 'nome', escopo: ['empresa'] },
        campos: [{ chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true }, ...fields],
      };
      const at = `/config/definicoes/records/${chave}`;
      return call('PUT', `${at}/rascunho`, { conteudo, versao: (await row(chave))?.version ?? 0 });
    };
    const reference = { chave: 'fabrica', titulo: 'Fábrica', tipo: 'REFERENCIA', referencia: 'fabricas' };
    for (const [key, fields] of [
      ['fabricas', []],
      ['maquinas', [reference]],
    ] as const) {
      await save(key, [...fields]);
      expect((await move(key, 'publicar')).status).toBe(200);
    }
    expect((await move('fabricas', 'arquivar')).body.code).toBe('EM_USO');
    for (const key of ['maquinas', 'fabricas']) expect((await move(key, 'arquivar')).status).toBe(200);
    expect((await move('maquinas', 'desarquivar')).body.code).toBe('REFERENCIA_ARQUIVADA');
    for (const key of ['fabricas', 'maquinas']) expect((await move(key, 'desarquivar')).status).toBe(200);

    await save('pecas-avulsas', [reference]);
    expect((await move('maquinas', 'arquivar')).status).toBe(200);
    let publishing: ReturnType<typeof call> | undefined;
    await db.transaction(async (tx) => {
      await tx.update(definitions).set({ archivedAt: new Date() }).where(eq(definitions.key, 'fabricas'));
      publishing = move('pecas-avulsas', 'publicar');
      await untilBlocked(db);
    });
    expect((await publishing)?.body.code).toBe('REFERENCIA_ARQUIVADA');
  });

  it('in a conflicting file is reported, and blocks no other file', async () => {
    const broken = await read();
    await writeFile(
      path.join(folder, 'records', 'outro.json'),
      JSON.stringify({ ...broken, chave: 'outro2' }),
    );
    const sound = { ...broken, chave: 'outro-tipo', permissoes: undefined };
    await writeFile(path.join(folder, 'records', 'outro-tipo.json'), JSON.stringify(sound));
    expect(await taken()).toMatchObject({
      added: ['outro-tipo 1'],
      broken: [{ file: 'records/outro.json' }],
      postponed: [],
    });
    // Without permissions of its own it uses those of custom types, which operators do not have.
    expect((await call('GET', '/config/cadastros/outro-tipo', undefined, operator)).status).toBe(403);
    expect((await call('GET', '/config/cadastros/outro-tipo')).status).toBe(200);
    const [row] = await server.deps.db.select().from(definitions).where(eq(definitions.key, 'outro-tipo'));
    await call('POST', '/config/definicoes/records/outro-tipo/arquivar', { versao: row?.version });
    expect((await call('GET', '/config/cadastros/outro-tipo')).status).toBe(404);
  });

  it('of format 1 stays what it was when it is read, compared, exported and published again', async () => {
    const { db } = server.deps;
    const conteudo = {
      formato: 1,
      chave: 'bens-antigos',
      titulo: { um: 'bem antigo', muitos: 'bens antigos', genero: 'm' },
      descricao: 'Publicado antes do formato 2.',
      campos: [
        { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
        { chave: 'valor', titulo: 'Valor', tipo: 'DINHEIRO' },
        { chave: 'garantia', titulo: 'Garantia', tipo: 'INTEIRO' },
      ],
      codigo: ['nome'],
      nome: 'nome',
      escopo: ['empresa'],
      permissoes: { ler: 'CLIENTE', criar: 'CLIENTE_EDITAR', alterar: 'CLIENTE_EDITAR' },
    };
    const text = JSON.stringify(conteudo);
    // As an earlier version of the console wrote it.
    await db.execute(sql`insert into definitions (kind, key, origin, published_version)
      values ('records', 'bens-antigos', 'PROPRIA', 1)`);
    await db.execute(sql`insert into definition_versions (kind, key, version, content, hash, source)
      values ('records', 'bens-antigos', 1, ${text}::jsonb, ${contentHash(conteudo)}, 'ESTUDIO')`);
    await db.execute(sql`update configuration_state set change = change + 1`);
    const at = '/config/definicoes/records/bens-antigos';
    const save = (dados: object) => call('POST', '/config/cadastros/bens-antigos', { dados });
    const shown = async () => (await call('GET', at)).body.data;

    expect((await save({ nome: 'Balança', valor: '10.1234', garantia: 2_147_483_647 })).status).toBe(200);
    expect((await save({ nome: 'Gaveta', valor: '10.12345' })).body.errors).toHaveProperty('valor');
    expect((await save({ nome: 'Gaveta', garantia: -1 })).body.errors).toHaveProperty('garantia');
    const { publicado, versao } = await shown();
    expect(publicado).toMatchObject({
      formato: 2,
      campos: [conteudo.campos[0], { casas: 4 }, { minimo: 0, maximo: 2_147_483_647 }],
    });
    const { body: file } = await call('GET', '/config/definicoes-exportar?tipo=records&chave=bens-antigos');
    expect((typeof file === 'string' ? JSON.parse(file) : file).itens).toEqual([
      { tipo: 'records', chave: 'bens-antigos', conteudo: publicado },
    ]);
    const planned = await call('POST', '/config/definicoes-importar/plano', {
      texto: JSON.stringify({
        formato: 'balcao-definicoes',
        versao: 1,
        itens: [{ tipo: 'records', chave: 'bens-antigos', conteudo }],
      }),
    });
    expect(planned.body).toMatchObject([{ acao: 'IGUAL', mudancas: [], problemas: [] }]);

    const described = { ...conteudo, descricao: 'Publicado de novo.' };
    const draft = await call('PUT', `${at}/rascunho`, { conteudo: described, versao });
    expect(draft.body.data.rascunho).toEqual({ ...publicado, descricao: described.descricao });
    const done = await call('POST', `${at}/publicar`, { versao: draft.body.data.versao, nota: '' });
    expect(done.status).toBe(200);
    const { body: versions } = await call('GET', `${at}/versoes`);
    const [newest] = versions;
    expect(newest.mudancas.map(({ ponteiro }: Json) => ponteiro)).toEqual(['/descricao']);
    const { rows } = await db.execute(sql`select content ->> 'formato' as formato from definition_versions
      where key = 'bens-antigos' order by version`);
    expect(rows).toEqual([{ formato: '1' }, { formato: '2' }]);
  });
});
