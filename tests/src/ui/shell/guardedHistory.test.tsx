import { afterEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  Link,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { ConsoleRouter, useHeldMove } from '#ui/shell/navigation/ConsoleRouter.tsx';
import { type GuardedHistory, guardedHistory } from '#ui/shell/navigation/guardedHistory.ts';
import { ScrollPositions } from '#ui/shell/navigation/ScrollPositions.tsx';

function Page({ unsaved }: { unsaved: boolean }) {
  const { pathname, search } = useLocation();
  const held = useHeldMove(({ from, to }) => unsaved && from !== to);
  return (
    <>
      <ScrollPositions />
      <h1>{pathname + search}</h1>
      <Link to="/b">leave</Link>
      <Link to="?q=1">search</Link>
      {held && (
        <>
          <button type="button" onClick={held.go}>
            discard
          </button>
          <button type="button" onClick={held.stay}>
            stay
          </button>
        </>
      )}
    </>
  );
}

/** Over the list at /list, like a dialog with an address of its own: 'back' closes it. */
function Dialog({ replace }: { replace: boolean }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const held = useHeldMove(({ isBack }) => isBack && pathname === '/list/1');
  useEffect(() => {
    if (!held) return;
    held.stay();
    navigate('/list', { replace });
  }, [held, navigate, replace]);
  return <h1>{pathname}</h1>;
}

const histories: [string, () => GuardedHistory][] = [
  [
    'the browser',
    () => {
      window.history.pushState(null, '', '/before');
      const history = guardedHistory(createBrowserHistory({ v5Compat: true }));
      return history;
    },
  ],
  ['memory', () => guardedHistory(createMemoryHistory({ initialEntries: ['/before'], v5Compat: true }))],
];

const scrolled: number[] = [];
window.scrollTo = ((_x: number, y: number) => {
  scrolled.push(y);
  window.scrollY = y;
  window.dispatchEvent(new Event('scroll'));
}) as typeof window.scrollTo;

describe.each(histories)('with the history of %s', (_name, made) => {
  const user = userEvent.setup({ delay: null });
  let show: (unsaved: boolean) => void;
  let history: GuardedHistory;
  const at = (path: string) => screen.findByRole('heading', { name: path });
  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));

  async function open() {
    history = made();
    const page = (unsaved: boolean) => (
      <ConsoleRouter history={history}>
        <Page unsaved={unsaved} />
      </ConsoleRouter>
    );
    const { rerender } = render(page(false));
    show = (unsaved) => rerender(page(unsaved));
    act(() => history.push('/a'));
    await at('/a');
  }
  afterEach(() => window.sessionStorage.clear());

  it('moves freely where nothing would be lost, and within a page', async () => {
    await open();
    await user.click(screen.getByRole('link', { name: 'leave' }));
    await at('/b');
    show(true);
    await user.click(screen.getByRole('link', { name: 'search' }));
    await at('/b?q=1');
    act(() => history.go(-1));
    await at('/b');
    expect(screen.queryByRole('button', { name: 'discard' })).toBe(null);
  });

  it('holds a link: the page stays, or the move is made after all', async () => {
    await open();
    show(true);
    await user.click(screen.getByRole('link', { name: 'leave' }));
    await press('stay');
    expect(history.location.pathname).toBe('/a');
    expect(screen.queryByRole('button', { name: 'stay' })).toBe(null);
    await user.click(screen.getByRole('link', { name: 'leave' }));
    await press('discard');
    await at('/b');
    expect(screen.queryByRole('button', { name: 'stay' })).toBe(null);
  });

  it("holds 'back', which has happened already: address and page stay, or both go", async () => {
    await open();
    show(true);
    act(() => history.go(-1));
    await screen.findByRole('button', { name: 'stay' });
    await waitFor(() => expect(history.location.pathname).toBe('/a'));
    await press('stay');
    await at('/a');
    act(() => history.go(-1));
    // At once, before the address is back.
    await act(async () => (await waitFor(() => history.held() ?? Promise.reject())).go());
    await at('/before');
    await waitFor(() => expect(history.location.pathname).toBe('/before'));
    expect(history.held()).toBe(null);
    // The next is asked about again.
    act(() => history.go(1));
    await screen.findByRole('button', { name: 'stay' });
    await waitFor(() => expect(history.location.pathname).toBe('/before'));
    await press('discard');
    await at('/a');
  });

  it("makes a held 'back' once, however often it is clicked", async () => {
    await open();
    act(() => history.push('/b'));
    await at('/b');
    show(true);
    act(() => history.go(-1));
    await screen.findByRole('button', { name: 'discard' });
    const move = history.held();
    await act(async () => {
      move?.go();
      move?.go();
    });
    await at('/a');
    await settled();
    expect(history.location.pathname).toBe('/a');
  });

  it("undoes another 'back' during the undo as well, and loses no move made meanwhile", async () => {
    await open();
    act(() => history.push('/b'));
    await at('/b');
    show(true);
    act(() => {
      history.go(-1);
      history.go(-1);
    });
    await screen.findByRole('button', { name: 'stay' });
    act(() => history.replace('/b?q=1'));
    await at('/b?q=1');
    expect(history.location).toMatchObject({ pathname: '/b', search: '?q=1' });
    await press('discard');
    await at('/a');
  });

  it.each([false, true])("lets a step that 'back' takes navigate (replacing: %s)", async (replace) => {
    history = made();
    const { unmount } = render(
      <ConsoleRouter history={history}>
        <Dialog replace={replace} />
      </ConsoleRouter>,
    );
    act(() => history.push('/list'));
    act(() => history.push('/list/1'));
    await at('/list/1');
    act(() => history.go(-1));
    await at('/list');
    await settled();
    expect(history.location.pathname).toBe('/list');
    act(() => history.go(-1));
    await at(replace ? '/list' : '/list/1');
    unmount();
  });

  it('asks nobody any more once what asked has gone', async () => {
    await open();
    const ended = history.guard(() => true);
    act(() => history.push('/b'));
    expect([history.location.pathname, history.held() !== null]).toEqual(['/a', true]);
    act(ended);
    expect(history.held()).toBe(null);
    act(() => history.replace('/b'));
    await at('/b');
  });

  it("begins a page at its top, and finds it as it was left by 'back'", async () => {
    await open();
    window.scrollY = 700;
    window.dispatchEvent(new Event('scroll'));
    await user.click(screen.getByRole('link', { name: 'leave' }));
    await at('/b');
    expect(scrolled.at(-1)).toBe(0);
    act(() => history.go(-1));
    await at('/a');
    expect(scrolled.at(-1)).toBe(700);
  });
});

describe('an entry made by a fragment link', () => {
  it("is held and found by 'back' like any other", async () => {
    const history = guardedHistory(createBrowserHistory({ v5Compat: true }));
    const page = (unsaved: boolean) => (
      <ConsoleRouter history={history}>
        <Page unsaved={unsaved} />
      </ConsoleRouter>
    );
    const { rerender } = render(page(false));
    for (const path of ['/a', '/b', '/c']) act(() => history.push(path));
    await screen.findByRole('heading', { name: '/c' });
    act(() => {
      window.location.hash = '#part';
    });
    await waitFor(() => expect(history.location.hash).toBe('#part'));
    await waitFor(() => expect(window.history.state).toMatchObject({ idx: expect.any(Number) }));
    act(() => history.push('/d'));
    await screen.findByRole('heading', { name: '/d' });

    rerender(page(true));
    act(() => history.go(-1));
    await screen.findByRole('button', { name: 'stay' });
    await waitFor(() => expect(history.location.pathname).toBe('/d'));
    await userEvent.click(screen.getByRole('button', { name: 'discard' }));
    await screen.findByRole('heading', { name: '/c' });
    await waitFor(() => expect(history.location).toMatchObject({ pathname: '/c', hash: '#part' }));
    act(() => history.go(-1));
    await waitFor(() => expect(history.location.hash).toBe(''));
    act(() => history.go(-1));
    await screen.findByRole('button', { name: 'stay' });
    await waitFor(() => expect(history.location.pathname).toBe('/c'));
  });
});
