import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { OneTabStop } from '#ui/components/OneTabStop.tsx';

const user = userEvent.setup({ delay: null });

function Row() {
  const [late, setLate] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setLate(!late)}>
        Antes
      </button>
      <OneTabStop label="Ações">
        <button type="button" disabled>
          Parado
        </button>
        <button type="button">Um</button>
        <button type="button">Dois</button>
        <button type="button" disabled={!late}>
          Três
        </button>
      </OneTabStop>
      <button type="button">Depois</button>
    </>
  );
}

const here = () => document.activeElement?.textContent;
const press = async (keys: string) => {
  await user.keyboard(keys);
  return here();
};

describe('buttons that are one tab stop', () => {
  it('are reached by the arrow keys, and Tab comes back to the last one', async () => {
    render(<Row />);
    expect([await press('{Tab}'), await press('{Tab}'), await press('{ArrowRight}')]).toEqual([
      'Antes',
      'Um',
      'Dois',
    ]);
    expect([await press('{ArrowRight}'), await press('{ArrowLeft}')]).toEqual(['Um', 'Dois']);
    expect([await press('{Tab}'), await press('{Shift>}{Tab}{/Shift}')]).toEqual(['Depois', 'Dois']);
  });

  it('take in one that is enabled later, and go on without the one that was the stop', async () => {
    render(<Row />);
    const third = screen.getByRole('button', { name: 'Três' });
    await user.click(screen.getByRole('button', { name: 'Antes' }));
    await waitFor(() => expect(third.tabIndex).toBe(-1));
    await user.click(third);
    expect([third.tabIndex, screen.getByRole('button', { name: 'Um' }).tabIndex]).toEqual([0, -1]);
    await user.click(screen.getByRole('button', { name: 'Antes' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Um' }).tabIndex).toBe(0));
  });
});
