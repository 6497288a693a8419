import type pg from 'pg';

export interface Sent {
  text: string;
  /** The number of its parameters. */
  values: number;
}

/** The statements that `work` sends by transactions of its own. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const connect = pool.connect;
  pool.connect = (async () => {
    const client = await (connect as () => Promise<pg.PoolClient>).call(pool);
    const [query, release] = [client.query, client.release];
    client.query = ((...args: [string | { text: string }, unknown[]?]) => {
      const [said, values = []] = args;
      sent.push({ text: typeof said === 'string' ? said : said.text, values: values.length });
      return query.apply(client, args as never);
    }) as never;
    client.release = (...args) => {
      client.query = query;
      client.release = release;
      release.apply(client, args);
    };
    return client;
  }) as never;
  try {
    await work();
  } finally {
    pool.connect = connect;
  }
  return sent;
}
