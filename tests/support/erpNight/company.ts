import { strict as assert } from 'node:assert';
import { connect } from '#server/db/client.ts';
import { sessions } from '#server/db/tables/index.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import { createPeople } from '../people.ts';
import { type ServerProcess, startServer } from '../servers/serverProcess.ts';
import { NIGHT_TYPES } from './files.ts';

/** A console on this database that may notify receivers on this machine. */
export async function startConsole(
  url: string,
  { port, dataDir, processes = 1 }: { port: number; dataDir: string; processes?: number },
): Promise<ServerProcess> {
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    PRIVATE_HOSTS: '127.0.0.1',
    PROCESSES: String(processes),
    LOG_LEVEL: 'error',
  });
  assert.match(server.output(), /Balcão em/);
  return server;
}

/** People and branches, a price table, the ERP's key, and a webhook for the same types. */
export async function setUp(url: string, origin: string, receiver: string) {
  const { admin, branch } = await people(url);
  const ask = asker(origin, admin);
  const { chave } = (await ask('POST', '/config/chaves', {
    nome: 'ERP',
    escopos: NIGHT_TYPES.map((tipo) => ({ tipo, verbos: ['LER', 'GRAVAR'] })),
    filiais: [],
    enderecos: [],
    validade: null,
  })) as { chave: string };
  const { segredo } = (await ask('POST', '/config/webhooks', {
    nome: 'Loja',
    url: receiver,
    tipos: NIGHT_TYPES,
    filiais: [],
    semChave: null,
  })) as { segredo: string };
  await ask('PUT', '/dados/v1/tabelas-preco', [
    { codigo: 'NOITE', nome: 'Noite', codigosExternos: { erp: 'T1' } },
  ]);
  return { chave, segredo, branch };
}

/** Creates branches and people; returns a session of an administrator and a branch. */
async function people(url: string): Promise<{ admin: string; branch: string }> {
  const { db, pool, close } = connect(url, { max: 2 });
  const { people: ids, branchIds } = await createPeople(db);
  const admin = newToken();
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
  await db
    .insert(sessions)
    .values({ tokenHash: hashToken(admin), personId: ids.ADMIN, provedAt: new Date(), expiresAt });
  const { rows } = await pool.query('select cnpj from branches where id = $1', [branchIds[0]]);
  await close();
  return { admin, branch: rows[0].cnpj };
}

const asker = (origin: string, token: string) => async (method: string, path: string, body: object) => {
  const response = await fetch(origin + path, {
    method,
    headers: { App: 'noite', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: unknown };
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer.data;
};
