import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TELLING_INTERVAL } from '#ui/components/heldTyping.ts';
import { TextField } from '#ui/components/TextField.tsx';

const clock = { advanceTimers: jest.advanceTimersByTime };
const user = userEvent.setup({ ...clock, delay: null });

/** By the clock of the test: on a busy machine a word takes longer than the interval. */
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

interface FormProps {
  onSend?: (text: string) => void;
  onTold?: (text: string) => void;
  change?: (text: string) => string;
}

function Form({ onSend = () => {}, onTold = () => {}, change = (text) => text }: FormProps) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState(true);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      {shown && (
        <TextField
          label="Nome"
          value={text}
          onChange={(event) => {
            onTold(event.currentTarget.value);
            setText(change(event.target.value));
          }}
        />
      )}
      <button type="button" onClick={() => onSend(text)} disabled={text === ''}>
        Enviar
      </button>
      <button type="button" onMouseEnter={() => setShown(false)}>
        Fechar
      </button>
      <button type="button" onMouseEnter={() => setText('de fora')}>
        Trocar
      </button>
      <output>{text}</output>
    </form>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Nome' });
const told = () => screen.getByRole('status').textContent;

describe('what is typed', () => {
  it('is in the field at once, and in the form with its first key and soon after the last', async () => {
    const onTold = jest.fn<(text: string) => void>();
    render(<Form onTold={onTold} />);
    await user.type(field(), 'Distribuidora');
    expect(field()).toHaveValue('Distribuidora');
    expect(onTold.mock.calls).toEqual([['D']]);
    expect(screen.getByRole('button', { name: 'Enviar' })).toBeEnabled();
    pass(TELLING_INTERVAL);
    expect(told()).toBe('Distribuidora');
    expect(onTold).toHaveBeenCalledTimes(2);
  });

  it('does not seem to pause while keys follow', async () => {
    const ends: string[] = [];
    let ending: ReturnType<typeof setTimeout> | undefined;
    const onTold = (text: string) => {
      clearTimeout(ending);
      ending = setTimeout(() => ends.push(text), 2 * TELLING_INTERVAL);
    };
    render(<Form onTold={onTold} />);
    await userEvent.setup({ ...clock, delay: TELLING_INTERVAL / 2.5 }).type(field(), 'Distribuidora');
    pass(8 * TELLING_INTERVAL);
    expect(ends).toEqual(['Distribuidora']);
  });

  it.each([
    ['a press', () => user.click(screen.getByRole('button', { name: 'Enviar' }))],
    ['Enter', () => user.keyboard('{Enter}')],
    ['a submit', async () => void fireEvent.submit(document.forms[0] as HTMLFormElement)],
  ])('is whole in the form before %s', async (_, send) => {
    const onSend = jest.fn<(text: string) => void>();
    render(<Form onSend={onSend} />);
    await user.type(field(), 'Ana Paula');
    await send();
    expect(onSend.mock.calls).toEqual([['Ana Paula']]);
  });

  it.each([
    ['leaving the field', () => user.tab()],
    ['a shortcut', () => user.keyboard('{Control>}k{/Control}')],
    ['hiding the page', async () => void fireEvent(document, new Event('visibilitychange'))],
    ['unloading the page', async () => void fireEvent(window, new Event('beforeunload'))],
  ])('is whole in the form after %s', async (_, leave) => {
    render(<Form />);
    await user.type(field(), 'Ana');
    expect(told()).toBe('A');
    await leave();
    expect(told()).toBe('Ana');
  });

  it('is not lost when the field goes', async () => {
    render(<Form />);
    await user.type(field(), 'Ana');
    act(() => void fireEvent.mouseEnter(screen.getByRole('button', { name: 'Fechar' })));
    expect(told()).toBe('Ana');
  });

  it('shows what its form made of it, and what comes from outside', async () => {
    render(<Form change={(text) => text.toLowerCase()} />);
    await user.type(field(), 'ANA');
    await user.tab();
    expect(field()).toHaveValue('ana');
    act(() => void fireEvent.mouseEnter(screen.getByRole('button', { name: 'Trocar' })));
    expect(field()).toHaveValue('de fora');
  });
});
