import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import MenuList from '@mui/material/MenuList';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { NOTICES_CHANGED, TICKET_FOR_YOU } from '#contract/realtime.ts';
import { BrowserNoticesChoice, useBrowserNotices } from '#src/shell/notices/browserNotices.tsx';
import { live } from '#ui/live/live.ts';
import type { Listener } from '#ui/live/liveClient.ts';

interface Shown {
  title: string;
  body?: string | undefined;
  tag?: string | undefined;
  open: () => void;
}

let shown: Shown[] = [];
let asks = 0;
/** The person's answer to the browser. */
let answer: NotificationPermission = 'granted';

class FakeNotification {
  static permission: NotificationPermission = 'default';
  static async requestPermission() {
    asks += 1;
    FakeNotification.permission = answer;
    return answer;
  }
  onclick: (() => void) | null = null;
  constructor(title: string, options: NotificationOptions = {}) {
    shown.push({ title, body: options.body, tag: options.tag, open: () => this.onclick?.() });
  }
  close() {}
}

let listener: Listener | undefined;
const hidden = (is: boolean) => Object.defineProperty(document, 'hidden', { configurable: true, value: is });
const hear = (data: object) => listener?.onEvent?.({ event: TICKET_FOR_YOU, data: { ...data } });

let notices = true;

function Page() {
  useBrowserNotices(7, { notices });
  return (
    <>
      <MenuList>
        <BrowserNoticesChoice person={7} />
      </MenuList>
      <output>{useLocation().pathname}</output>
    </>
  );
}

const show = () => {
  render(
    <MemoryRouter initialEntries={['/home']}>
      <Routes>
        <Route path="*" element={<Page />} />
      </Routes>
    </MemoryRouter>,
  );
  return userEvent.setup({ delay: null });
};
const choice = () => screen.getByRole('menuitemcheckbox', { name: /Avisar pelo navegador/ });

beforeEach(() => {
  shown = [];
  asks = 0;
  notices = true;
  answer = 'granted';
  FakeNotification.permission = 'default';
  localStorage.clear();
  hidden(true);
  (globalThis as { Notification?: unknown }).Notification = FakeNotification;
  jest.spyOn(live, 'listen').mockImplementation((_channel, given) => {
    listener = given;
    return () => {};
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  hidden(false);
  Reflect.deleteProperty(globalThis, 'Notification');
});

const MESSAGE = { id: 81, motivo: 'MENSAGEM', por: { id: 3, nome: 'Rita Lopes' } };

describe('browser notifications', () => {
  it('are requested with one click, and report messages and tickets in the background', async () => {
    const person = show();
    hear(MESSAGE);
    expect([asks, shown]).toEqual([0, []]);
    expect(choice()).not.toBeChecked();
    await person.click(choice());
    await waitFor(() => expect(choice()).toBeChecked());
    expect(asks).toBe(1);
    hear(MESSAGE);
    hear({ ...MESSAGE, motivo: 'ATRIBUIDO' });
    hear({ ...MESSAGE, por: null });
    expect(shown.map(({ title, body, tag }) => [title, body, tag])).toEqual([
      ['Nova mensagem no ticket 81', 'De Rita Lopes', 'ticket-81'],
      ['O ticket 81 é seu', 'Passado por Rita Lopes', 'ticket-81'],
      ['Resposta à sua solicitação', 'Solicitação 81', 'ticket-81'],
    ]);
    listener?.onEvent?.({ event: NOTICES_CHANGED, data: {} });
    listener?.onEvent?.({ event: NOTICES_CHANGED, data: { novo: true, link: '/conta/dados' } });
    expect(shown.slice(3).map(({ title }) => title)).toEqual(['Novo aviso para você']);
    shown.pop()?.open();
    expect(await screen.findByText('/conta/dados')).toBeTruthy();
    shown[0]?.open();
    expect(await screen.findByText('/tickets/81')).toBeTruthy();
    await person.click(choice());
    hear(MESSAGE);
    expect(shown).toHaveLength(3);
  });

  it('tell of no notice to whoever has no bell', async () => {
    notices = false;
    const person = show();
    await person.click(choice());
    listener?.onEvent?.({ event: NOTICES_CHANGED, data: { novo: true } });
    hear(MESSAGE);
    expect(shown.map(({ title }) => title)).toEqual(['Nova mensagem no ticket 81']);
  });

  it('are not shown while the page is visible or the browser denied them', async () => {
    const person = show();
    answer = 'denied';
    await person.click(choice());
    expect(choice()).not.toBeChecked();
    expect(await screen.findByText(/O navegador bloqueou os avisos deste site/)).toBeTruthy();
    hear(MESSAGE);
    FakeNotification.permission = 'granted';
    await person.click(choice());
    hidden(false);
    hear(MESSAGE);
    expect(shown).toEqual([]);
  });

  it('are not offered by a browser without them', () => {
    Reflect.deleteProperty(globalThis, 'Notification');
    show();
    expect(screen.queryByText('Avisar pelo navegador')).toBeNull();
  });
});
