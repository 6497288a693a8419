import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALL_SCOPE } from '#contract/config/serviceKeys.ts';
import { newWebhookSecret, signedHeaders } from '#server/session/signedMessages.ts';
import { guideBlock as block } from '../../support/guideBlock.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const run = promisify(execFile);

let server: TestServer;
let admin: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  server = await testServer();
  const { people } = await createPeople(server.deps.db);
  admin = await server.sessionOf(people.ADMIN);
  const { body } = await server.call('POST', '/config/chaves', {
    token: admin,
    body: {
      nome: 'Guia',
      escopos: [{ tipo: 'produtos', verbos: ['LER', 'GRAVAR'] }],
      filiais: [],
      enderecos: [],
      validade: null,
    },
  });
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  env = { ...process.env, BALCAO_URL: url, BALCAO_KEY: body.data.chave };
});
afterAll(() => server?.close());

const has = async (program: string) => run(program, ['--version']).then(Boolean, () => false);

describe('examples of the integration guide', () => {
  it('work as described, in order: a first load, a night, a correction', async () => {
    const first = block('sh');
    expect(first).toContain('ROWS');
    // On a machine without curl or Python the test sends the rows itself, so that the rest has something to work on.
    if (await has('curl')) {
      const { stdout } = await run('bash', ['-c', first], { env });
      expect(JSON.parse(stdout).contagens).toMatchObject({ criados: 2, recusados: 0 });
    } else {
      const rows = /<<'ROWS'\n([\s\S]*?)ROWS/.exec(first)?.[1];
      const answer = await fetch(`${env.BALCAO_URL}/dados/v1/produtos`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${env.BALCAO_KEY}`, 'content-type': 'application/x-ndjson' },
        body: rows ?? '',
      });
      expect(answer.status).toBe(200);
    }
    const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-guia-'));
    const files = {
      'night.mjs': block('js night'),
      'produtos.ndjson': '{"codigo":"10043","preco":"13.40"}\n',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    const night = await run(process.execPath, Object.keys(files), { env, cwd: folder });
    rmSync(folder, { recursive: true });
    expect(night.stdout).toBe('produtos {"criados":0,"mudados":1,"iguais":0,"recusados":0}\n');
    const existing = await run(process.execPath, ['--input-type=module', '-e', block('js read')], { env });
    expect(existing.stdout).toMatch(/^10043 13\.40?\n10044 4\.50?\n$/);
    if (!(await has('python3'))) return;
    const { stdout } = await run('python3', ['-c', block('python')], { env });
    expect(stdout).toMatch(/'mudados': 1.*\n4\.75/s);
  });

  it('read the feed, verify a webhook and drop its duplicate', async () => {
    const feed = (cursor: string) =>
      run(process.execPath, ['--input-type=module', '-e', block('js feed')], {
        env: { ...env, CURSOR: cursor },
      });
    const cursor = /cursor (\S+)/.exec((await feed('')).stdout)?.[1] ?? '';
    const put = await fetch(`${env.BALCAO_URL}/dados/v1/produtos`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${env.BALCAO_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ codigo: 'G1', descricao: 'Guia', unidade: 'UN', preco: '7.5' }]),
    });
    expect(put.status).toBe(200);
    expect((await feed(cursor)).stdout).toMatch(/^criado G1 7\.50?\ncursor \S+\n$/);
    if (await has('curl')) {
      const { stdout } = await run('bash', ['-c', block('sh feed')], { env });
      expect(JSON.parse(stdout)).toMatchObject({ itens: [], mais: false });
    }

    const secret = newWebhookSecret();
    const body = JSON.stringify({ type: 'produtos.criado', timestamp: '', data: { codigo: 'G1' } });
    const headers = signedHeaders({ id: 'msg_1', body, secrets: [secret] }, new Date());
    const receiver = spawn(process.execPath, ['--input-type=module', '-e', block('js receiver')], {
      env: { ...env, WEBHOOK_SECRET: secret, PORT: '0' },
    });
    try {
      let said = '';
      const port = await new Promise<string>((resolve, reject) => {
        receiver.on('exit', reject);
        receiver.stdout.setEncoding('utf8').on('data', (part: string) => {
          said += part;
          const ready = /ready (\d+)/.exec(said)?.[1];
          if (ready) resolve(ready);
        });
      });
      const send = async (text: string) =>
        (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text })).status;
      expect([await send(body), await send(body), await send(`${body} `)]).toEqual([204, 204, 401]);
      expect(said.match(/produtos\.criado G1/g)).toHaveLength(1);
    } finally {
      receiver.kill();
    }

    if (!(await has('python3'))) return;
    const variables = Object.entries(headers).map(([name, value]) => [
      name.replaceAll('-', '_').toUpperCase(),
      value,
    ]);
    const python = (text: string) => {
      const requested = run('python3', ['-c', block('python receiver')], {
        env: { ...env, WEBHOOK_SECRET: secret, ...Object.fromEntries(variables) },
      });
      requested.child.stdin?.end(text);
      return requested;
    };
    expect((await python(body)).stdout).toBe('verified\n');
    await expect(python(`${body} `)).rejects.toThrow('not from this console');
  });

  it('sign a call', async () => {
    if (!(await has('curl')) || !(await run('openssl', ['version']).then(Boolean, () => false))) return;
    const key = await server.call('POST', '/config/chaves', {
      token: admin,
      body: {
        ...{ nome: 'Central', escopos: [{ tipo: CALL_SCOPE.tipo, verbos: [CALL_SCOPE.verbo] }] },
        ...{ filiais: [], enderecos: [], validade: null },
      },
    });
    const { id } = key.body.data;
    const { body } = await server.call('POST', `/config/chaves/${id}/assinatura`, {
      token: admin,
      body: { versao: 1 },
    });
    const { stdout } = await run('bash', ['-c', block('sh call')], {
      env: { ...env, CALL_SOURCE: String(id), CALL_SECRET: body.data.chave },
    });
    expect(JSON.parse(stdout)).toEqual({ data: { message: 'Recebido.' } });
  });
});
