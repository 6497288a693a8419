import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/dom';
import { HttpResponse, http } from 'msw';
import { reloadOnNewVersion } from '#ui/shell/newVersion.ts';
import { requested, serve } from '../dataProvider/server.ts';

const server = serve();
const reload = jest.fn();
reloadOnNewVersion(reload);

const pageOf = (entry: string) =>
  http.get('/', () =>
    HttpResponse.html(`<script type="module" crossorigin src="/assets/${entry}"></script>`),
  );

/** Simulates a part of the console that fails to load, and gives the page time to find out why. */
async function partMissing() {
  dispatchEvent(new Event('vite:preloadError'));
  await new Promise((later) => setTimeout(later, 100));
}

describe('console part that fails to load', () => {
  beforeEach(() => {
    sessionStorage.clear();
    reload.mockClear();
    const entry = document.createElement('script');
    entry.type = 'module';
    entry.setAttribute('src', '/assets/index-old.js');
    document.head.replaceChildren(entry);
  });

  it('reloads the page once when the server was updated', async () => {
    server.use(pageOf('index-new.js'));
    await partMissing();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await partMissing();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload the page when only the network failed', async () => {
    const answers = [
      pageOf('index-old.js'),
      http.get('/', () => HttpResponse.error()),
      http.get('/', () => new HttpResponse(null, { status: 502 })),
    ];
    for (const [index, answer] of answers.entries()) {
      server.use(answer);
      await partMissing();
      await waitFor(() => expect(requested).toHaveLength(index + 1));
    }
    expect(reload).not.toHaveBeenCalled();
  });
});
