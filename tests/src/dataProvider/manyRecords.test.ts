import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataProvider } from '#data/dataProvider.ts';
import { resources } from '#data/resources.ts';
import { HttpResponse, http, serve } from './server.ts';

const server = serve();

describe('many records', () => {
  const reads: string[][] = [];
  beforeEach(() => {
    reads.length = 0;
    server.use(
      http.get('*', ({ request }) => {
        const ids = new URL(request.url).searchParams.getAll('ids[]');
        reads.push(ids);
        // The last one is not there, or not for this person.
        const itens = ids.filter((id) => id !== '50').map((id) => ({ id: Number(id) }));
        return HttpResponse.json({ itens, paginator: {} });
      }),
    );
  });
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

  it.each(Object.keys(resources))(
    'of %s are one request, in which one that is missing is missing',
    async (resource) => {
      const { data } = await dataProvider.getMany(resource, { ids: upTo(50) });
      expect(data.map(({ id }) => id)).toEqual(upTo(49));
      expect(reads).toEqual([upTo(50).map(String)]);
    },
  );

  it('are read in pages of as many as one request takes, and none in no request', async () => {
    expect((await dataProvider.getMany('tickets', { ids: upTo(250) })).data).toHaveLength(249);
    expect(reads.map((ids) => ids.length)).toEqual([100, 100, 50]);
    expect((await dataProvider.getMany('tickets', { ids: [] })).data).toEqual([]);
    expect(reads).toHaveLength(3);
  });
});
