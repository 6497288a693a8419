import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { publicTicketChannel, TICKET_CHANGED, TYPING, ticketChannel } from '#contract/realtime.ts';
import { listText } from '#contract/rules/text.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import { clearSession, keepLoad } from '#data/session.ts';
import { routeKey } from '#data/useRoute.ts';
import { TicketPresence, TypingLine, useTyping } from '#src/resources/tickets/shared/TicketPresence.tsx';
import { useTicketLive, useTicketNews } from '#src/resources/tickets/shared/ticketLive.ts';
import { firstName } from '#ui/components/display/Texts.tsx';
import { mergeRows } from '#ui/live/ListLive.tsx';
import { ageText, StaleNote } from '#ui/live/LiveNotes.tsx';
import { live } from '#ui/live/live.ts';
import { createLiveClient, type Resume, type TransportEvents } from '#ui/live/liveClient.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, loadOf, person, serve } from '../../dataProvider/server.ts';

const NOTHING_MISSED = { cursor: 0, perdido: false, itens: [], recusados: [] };

/** A connection controlled by the test that records its requests. */
function fakeTransport() {
  const said: string[] = [];
  const channels = new Set<string>();
  let events: TransportEvents | null = null;
  let grants = true;
  const grant = (names: Iterable<string>) => {
    for (const name of names) events?.onSubscribed(name);
  };
  return {
    said,
    /** From now on, no subscription is answered until `grant`. */
    withhold: () => {
      grants = false;
    },
    grant,
    /** Connected; as with pusher-js, the server then answers the subscriptions. */
    online: () => {
      events?.onStatus('live');
      if (grants) grant(channels);
    },
    open: async (given: TransportEvents) => {
      events = given;
      said.push('open');
      return {
        subscribe: (channel: string) => {
          said.push(`+${channel}`);
          channels.add(channel);
        },
        unsubscribe: (channel: string) => {
          said.push(`-${channel}`);
          channels.delete(channel);
        },
        whisper: (_channel: string, event: string, data: object) =>
          void said.push(`${event} ${JSON.stringify(data)}`),
        close: () => void said.push('close'),
      };
    },
    events: () => events as TransportEvents,
  };
}

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));

describe('live connection', () => {
  const heard: unknown[] = [];
  const listener = {
    onEvent: ({ data }: { data: Record<string, unknown> }) => void heard.push(data.idEvento),
    onMissed: () => void heard.push('missed'),
  };
  const event = (idEvento: number) => ({ event: TICKET_CHANGED, data: { idEvento } });
  beforeEach(() => void heard.splice(0));

  async function connected(resume: Resume) {
    const fake = fakeTransport();
    const client = createLiveClient(resume);
    client.listen('private-a', listener);
    client.start(fake.open);
    await settle();
    fake.online();
    await settle();
    return { client, ...fake };
  }

  it('subscribes once to earlier requests, and unsubscribes what nobody listens to', async () => {
    const { client, said } = await connected(async () => NOTHING_MISSED);
    const leave = client.listen('private-b', {});
    const leaveToo = client.listen('private-b', {});
    leave();
    expect(said).toEqual(['open', '+private-a', '+private-b']);
    leaveToo();
    expect(said.at(-1)).toBe('-private-b');
  });

  it('resumes from the last event and delivers none twice', async () => {
    const requested: unknown[] = [];
    const itens = [7, 8, 9].map((id) => ({ id, canais: ['private-a'], evento: TICKET_CHANGED, dados: {} }));
    const { client, events, online } = await connected(async (since) => {
      requested.push(since);
      return since && 'desde' in since
        ? { ...NOTHING_MISSED, cursor: 9, itens }
        : { ...NOTHING_MISSED, cursor: 5 };
    });
    events().onEvent('private-a', event(8));
    events().onStatus('lost');
    expect(client.state().status).toBe('lost');
    online();
    await settle();
    events().onEvent('private-a', event(9));
    expect(requested).toEqual([{ abertoHa: expect.any(Number) }, { desde: 8 }]);
    expect(heard).toEqual([8, 7, 9]);
    expect(client.state().status).toBe('live');
  });

  it('delivers what was written, and by whom, while it was connecting', async () => {
    const requested: unknown[] = [];
    const fake = fakeTransport();
    const itens = [{ id: 7, canais: ['private-a'], evento: TICKET_CHANGED, dados: {} }];
    const client = createLiveClient(async (since) => {
      requested.push(since);
      return { ...NOTHING_MISSED, cursor: 9, itens: since ? itens : [] };
    });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    client.listen('private-a', listener);
    clock.mockReturnValue(1_004_000);
    client.listen('private-b', listener);
    client.start(fake.open);
    await settle();
    fake.online();
    await settle();
    clock.mockRestore();
    expect(requested).toEqual([{ abertoHa: 4_000 }]);
    expect(heard).toEqual(['missed', 7]);
  });

  it('loses nothing while the server takes its time to grant the channels', async () => {
    const fake = fakeTransport();
    let written = 0;
    const resume: Resume = async () => ({
      ...NOTHING_MISSED,
      cursor: written,
      itens: written ? [{ id: written, canais: ['private-a'], evento: TICKET_CHANGED, dados: {} }] : [],
    });
    const client = createLiveClient(resume);
    client.listen('private-a', listener);
    client.listen('private-b', {});
    client.start(fake.open);
    await settle();
    fake.withhold();
    fake.online();
    await settle();
    fake.grant(['private-b']);
    written = 7;
    await settle();
    expect(heard).toEqual([]);
    fake.grant(['private-a']);
    await settle();
    expect(heard).toEqual([7]);
    client.stop();
  });

  it('catches up on a channel that a later screen was granted late', async () => {
    const requested: unknown[] = [];
    const fake = await connected(async (since, channels) => {
      requested.push([since, channels]);
      const canais = channels.filter((each) => each === 'private-b');
      const itens = canais.map(() => ({ id: 7, canais, evento: TICKET_CHANGED, dados: {} }));
      return { ...NOTHING_MISSED, itens };
    });
    requested.length = 0;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(2_000_000);
    fake.client.listen('private-b', listener);
    fake.client.listen('private-c', listener);
    clock.mockReturnValue(2_001_000);
    fake.grant(['private-c']);
    clock.mockReturnValue(2_004_000);
    fake.grant(['private-b']);
    await settle();
    clock.mockRestore();
    expect(requested).toEqual([[{ abertoHa: 4_000 }, ['private-b']]]);
    expect(heard).toEqual([7]);
    fake.client.stop();
  });

  it('reloads everything when too much was missed or the server cannot say what', async () => {
    let answer: Resume = async () => ({ ...NOTHING_MISSED, cursor: 5 });
    const { events, online } = await connected((...input) => answer(...input));
    answer = async () => ({ ...NOTHING_MISSED, cursor: 900, perdido: true });
    events().onStatus('lost');
    online();
    await settle();
    answer = () => Promise.reject(new Error('out of reach'));
    events().onStatus('lost');
    online();
    await settle();
    expect(heard).toEqual(['missed', 'missed']);
  });

  it('is silent after sign-out, whatever an old connection still sends', async () => {
    const { client, said, events } = await connected(async () => NOTHING_MISSED);
    const old = events();
    client.stop();
    expect(said.at(-1)).toBe('close');
    old.onEvent('private-a', event(10));
    old.onStatus('live');
    await settle();
    expect(heard).toEqual([]);
    expect(client.state().status).toBe('off');
  });

  it('reconnects by itself after a refusal, as after a password change', async () => {
    jest.useFakeTimers();
    try {
      const fake = fakeTransport();
      const client = createLiveClient(async () => NOTHING_MISSED);
      client.listen('private-a', listener);
      client.start(fake.open);
      await jest.advanceTimersByTimeAsync(1);
      fake.events().onStatus('refused');
      await jest.advanceTimersByTimeAsync(5_000);
      fake.events().onStatus('refused');
      await jest.advanceTimersByTimeAsync(9_000);
      expect(fake.said.filter((each) => each === 'open')).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(1_100);
      expect(fake.said.filter((each) => each === 'open')).toHaveLength(3);
      expect(fake.said.at(-1)).toBe('+private-a');
      client.stop();
    } finally {
      jest.useRealTimers();
    }
  });

  it('stays off when it is not offered', async () => {
    const client = createLiveClient(async () => NOTHING_MISSED);
    client.start(async () => null);
    await settle();
    expect(client.state().status).toBe('off');
  });
});

describe('open ticket', () => {
  serve(http.get('/config/tempo-real', () => HttpResponse.json(NOTHING_MISSED)));
  const fake = fakeTransport();
  const me = person(7);
  const history = jest.fn(async () => 'texto');

  function Screen({ idTicket }: { idTicket: number }) {
    useTicketLive(idTicket);
    const news = useTicketNews(idTicket).at(-1);
    const key = routeKey(conversationRoutes.history, { params: { idTicket }, query: { page: 1 } });
    useQuery({ queryKey: key, queryFn: history });
    const { typing, stopped } = useTyping(idTicket);
    return (
      <>
        <p>versão {news?.versao ?? 'lida'}</p>
        <input aria-label="Mensagem" onChange={typing} onBlur={stopped} />
        <TicketPresence idTicket={idTicket} />
        <TypingLine idTicket={idTicket} />
      </>
    );
  }

  const around = ({ children }: { children: ReactNode }) => (
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    </ThemeProvider>
  );

  beforeEach(() => {
    fake.said.length = 0;
    history.mockClear();
    live.start(fake.open);
  });
  afterEach(() => {
    live.stop();
    clearSession();
  });

  it('is updated in place, and shows who is present and who types', async () => {
    keepLoad(loadOf(me));
    render(<Screen idTicket={12} />, { wrapper: around });
    await waitFor(() => expect(history).toHaveBeenCalledTimes(1));
    const channel = ticketChannel(12);
    expect(fake.said).toContain(`+${channel}`);
    const input = screen.getByLabelText('Mensagem');
    input.focus();
    act(() => {
      fake.events().onMembers(channel, [
        { id: 7, nome: me.nome },
        { id: 8, nome: 'Bruno Dias' },
        { id: 9, nome: 'Carla Lima' },
      ]);
      fake.events().onEvent(channel, {
        event: TICKET_CHANGED,
        data: { idEvento: 1, id: 12, versao: 4, tipo: 'MENSAGEM', status: 'ABERTO', por: null },
      });
      fake.events().onWhisper(channel, TYPING, 8, {});
    });
    expect(screen.getByText('versão 4')).toBeInTheDocument();
    expect(input).toHaveFocus();
    expect(
      screen.getByRole('img', { name: 'Também estão neste ticket: Bruno Dias e Carla Lima' }),
    ).toBeInTheDocument();
    expect(screen.getByText('Bruno está digitando…')).toBeInTheDocument();
    await waitFor(() => expect(history).toHaveBeenCalledTimes(2));
    act(() => fake.events().onWhisper(channel, TYPING, 8, { parou: true }));
    expect(screen.queryByText('Bruno está digitando…')).not.toBeInTheDocument();
  });

  it('subscribes only to the public channel for an end consumer', async () => {
    keepLoad(loadOf({ ...me, tipo: 'CONSUMIDOR_FINAL' }));
    const { unmount } = render(<Screen idTicket={12} />, { wrapper: around });
    await waitFor(() => expect(fake.said).toContain(`+${publicTicketChannel(12)}`));
    expect(fake.said).toEqual(['open', `+${publicTicketChannel(12)}`]);
    unmount();
    expect(fake.said.at(-1)).toBe(`-${publicTicketChannel(12)}`);
  });
});

describe('live texts and rows', () => {
  it('name people by their first names', () => {
    expect(
      [[], ['Ana'], ['Ana', 'Bruno'], ['Ana', 'Bruno', 'Carla']].map((names) => listText(names)),
    ).toEqual(['', 'Ana', 'Ana e Bruno', 'Ana, Bruno e Carla']);
    expect(firstName('Bruno Dias')).toBe('Bruno');
  });

  it('show the age of a page', () => {
    expect([30_000, 185_000, 7_300_000].map(ageText)).toEqual([
      'Atualizado há menos de 1 min',
      'Atualizado há 3 min',
      'Atualizado há 2 h',
    ]);
  });

  it('update the shown rows in place and only count new ones', () => {
    const shown = [
      { id: 3, s: 'a' },
      { id: 2, s: 'a' },
      { id: 1, s: 'a' },
    ];
    const fresh = [
      { id: 5, s: 'b' },
      { id: 2, s: 'b' },
      { id: 3, s: 'b' },
    ];
    expect(mergeRows(shown, fresh)).toEqual({
      rows: [
        { id: 3, s: 'b' },
        { id: 2, s: 'b' },
        { id: 1, s: 'a' },
      ],
      others: [5],
    });
  });
});

describe('page whose console died', () => {
  it('says so within a second, and no longer once another answers', async () => {
    const fake = fakeTransport();
    render(
      <ThemeProvider>
        <QueryClientProvider client={new QueryClient()}>
          <StaleNote />
        </QueryClientProvider>
      </ThemeProvider>,
    );
    live.start(fake.open);
    await settle();
    act(() => fake.events().onStatus('live'));
    // What pusher-js reports when the socket closes: it connects again at once.
    act(() => fake.events().onStatus('connecting'));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('O servidor não responde.'), {
      timeout: 1_000,
    });
    act(() => fake.events().onStatus('live'));
    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
    live.stop();
  });
});
