import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '#server/db/client.ts';
import { embeddedData } from '#server/db/embedded/home.ts';
import { migrate } from '#server/db/migrate.ts';
import { outboxEmails } from '#server/db/tables/index.ts';
import { mountSmall, type SmallDisk } from '../../../bench/chaos/smallDisk.ts';
import { createDataFolder, startPrimary } from '../../support/database/outsidePostgres.ts';
import { createPeople } from '../../support/people.ts';
import { serverOn, type TestServer, testServer } from '../../support/servers/server.ts';

const METRICS = 'segredo-de-prometheus-123456';
const place = createDataFolder();
const opened: (() => unknown)[] = [place.clear];
afterAll(async () => {
  for (const end of opened.reverse()) await end();
});

/** Everything that tells of the database's disk, as it is told at the moment. */
async function reported(server: TestServer, token: string) {
  const metrics = { authorization: `Bearer ${METRICS}` };
  const [health, page, series] = await Promise.all([
    server.call('GET', '/healthz'),
    server.call('GET', '/config/saude', { token }),
    server.call('GET', '/metrics', { headers: metrics }),
  ]);
  return {
    code: health.status,
    status: health.body.status,
    healthz: health.body.espacoBanco,
    page: page.body.data.espacoBanco,
    metrics: Number(/balcao_disk_state\{disco="banco".*\} (\d)/.exec(String(series.body))?.[1]),
  };
}

const WELL = { code: 200, status: 'ok', healthz: 'OK', page: 'OK', metrics: 0 };
const FULL = { status: 'sem espaço em disco', healthz: 'CHEIO', page: 'CHEIO', metrics: 2 };

/** Where a machine has no disk of this kind, the run says that it proved nothing. */
const small = (folder: string, megabytes: number): SmallDisk => {
  const disk = mountSmall(folder, megabytes);
  if (!disk) throw new Error('only as root: a small disk is an in-memory file system');
  opened.push(disk.end);
  return disk;
};
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('the disk of an external database', () => {
  let disk: SmallDisk;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    disk = small(path.join(place.folder, 'principal'), 260);
    const postgres = await startPrimary(place, ['max_wal_size=64MB', 'min_wal_size=32MB', 'wal_keep_size=0']);
    opened.push(() => postgres.kill());
    await migrate(postgres.url);
    const connection = connect(postgres.url, { max: 4 });
    const database = { ...connection, url: postgres.url, drop: () => connection.close() };
    server = await serverOn(database, { databaseUrl: postgres.url, metricsToken: METRICS });
    opened.push(() => server.close());
    const { people } = await createPeople(connection.db);
    token = await server.sessionOf(people.ADMIN);
  });

  /** Larger than what the table still has room for. */
  const write = () =>
    server.deps.db
      .insert(outboxEmails)
      .values({ toAddress: 'a@b.c', subject: 's', bodyText: randomBytes(1_000_000).toString('hex') });

  it('is reported as full from the first refused write until one succeeds, while reads go on', async () => {
    expect(await reported(server, token)).toEqual(WELL);
    disk.fill();
    // Nothing was refused yet, and an external disk cannot be measured.
    expect(await reported(server, token)).toEqual(WELL);
    await expect(write()).rejects.toMatchObject({ cause: { code: '53100' } });
    expect(await reported(server, token)).toEqual({ code: 200, ...FULL });
    disk.free();
    // Nobody has to write anything for it to be noticed.
    // The three are asked at the same time, so one of them may still tell of the moment before.
    while ((await reported(server, token)).status !== 'ok');
    expect(await reported(server, token)).toEqual(WELL);
    await write();
  });
});

asRoot('the disk of the embedded database', () => {
  it('is measured apart from that of the files, and fails the health check of a single process', async () => {
    const folder = path.join(place.folder, 'dados');
    mkdirSync(path.dirname(embeddedData(folder)), { recursive: true });
    const disk = small(embeddedData(folder), 16);
    const server = await testServer({ dataDir: folder, metricsToken: METRICS });
    opened.push(() => server.close());
    const { people } = await createPeople(server.deps.db);
    const token = await server.sessionOf(people.ADMIN);
    expect(await reported(server, token)).toEqual(WELL);
    disk.fill();
    expect(await reported(server, token)).toEqual({ code: 503, ...FULL });
    disk.free();
    expect(await reported(server, token)).toEqual(WELL);
  });
});
