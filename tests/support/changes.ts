import type { TestServer } from './servers/server.ts';

/** The feed's entries for a type, from the beginning: 'titulos 35…~1/001 criado'. */
export async function changesOf(server: TestServer, token: string, type: string): Promise<string[]> {
  const { status, body } = await server.call('GET', `/dados/v1/mudancas?limite=1000&tipos=${type}`, {
    token,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.itens.map(({ tipo, codigo, acao }: Record<string, string>) => `${tipo} ${codigo} ${acao}`);
}
